//! The parts of a Rust file that the rules read, by `syn`: which lines are tests, which have code, and the literals.

use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, Literal, Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItemFn, Item, Meta};

/// The lines from the first to the last token of what has this span.
pub fn lines(span: Span) -> RangeInclusive<usize> {
    span.start().line..=span.end().line
}

pub fn parse(file: &str, text: &str) -> syn::File {
    syn::parse_file(text).unwrap_or_else(|error| panic!("{file}:{}: {error}", error.span().start().line))
}

/// Whether an item with these attributes is a test: `#[test]` or `#[cfg(test)]`.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::NameValue(_) => false,
    })
}

pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The lines of all tests in a file.
#[derive(Default)]
struct Tests(Vec<RangeInclusive<usize>>);

impl<'ast> Visit<'ast> for Tests {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(attributes(item)) {
            self.0.push(lines(item.span()));
        } else {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if is_test(&function.attrs) {
            self.0.push(lines(function.span()));
        }
    }
}

/// The lines of all items that are tests; of a file of unit tests, all lines.
pub fn test_lines(file: &str, text: &str) -> Vec<RangeInclusive<usize>> {
    if file.starts_with("src/") && file.ends_with("/tests.rs") {
        return vec![1..=text.lines().count()];
    }
    let mut tests = Tests::default();
    tests.visit_file(&parse(file, text));
    tests.0
}

/// Calls `each` on every token but those of documentation.
pub fn each_token(tokens: TokenStream, each: &mut impl FnMut(&TokenTree)) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#') {
            tokens.next_if(|next| matches!(next, TokenTree::Punct(punct) if punct.as_char() == '!'));
            if tokens.next_if(is_doc).is_some() {
                continue;
            }
        }
        each(&token);
        if let TokenTree::Group(group) = token {
            each_token(group.stream(), each);
        }
    }
}

/// Whether these are the brackets of a doc attribute, which is what a doc comment is read as.
fn is_doc(token: &TokenTree) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "doc")
}

pub fn tokens(file: &str, text: &str) -> TokenStream {
    // As `syn` does: what a script begins with is no token.
    text.parse().unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// All literals of a file, those in macros too, and no documentation.
pub fn literals(file: &str, text: &str) -> Vec<Literal> {
    let mut literals = Vec::new();
    each_token(tokens(file, text), &mut |token| {
        if let TokenTree::Literal(literal) = token {
            literals.push(literal.clone());
        }
    });
    literals
}

/// The contents of all string literals.
pub fn strings(file: &str, text: &str) -> Vec<String> {
    let value = |literal| syn::parse_str::<syn::LitStr>(&Literal::to_string(&literal)).ok();
    literals(file, text).into_iter().filter_map(value).map(|string| string.value()).collect()
}
