//! JSON for a script element, without text that could end or hide the element.

/// Returns a text as a JSON string. Control characters, and characters that HTML or a script could read in another way,
/// are escaped.
pub fn text(text: &str) -> String {
    let mut json = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            '<' | '&' | '\0'..='\x1f' | '\u{2028}' | '\u{2029}' => {
                json += &format!("\\u{:04x}", u32::from(letter));
            }
            _ => json.push(letter),
        }
    }
    json + "\""
}

pub fn list(items: impl IntoIterator<Item: ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

pub fn texts(items: impl IntoIterator<Item: AsRef<str>>) -> String {
    list(items.into_iter().map(|item| text(item.as_ref())))
}

pub fn option(item: Option<impl ToString>) -> String {
    item.map_or("null".to_owned(), |item| item.to_string())
}

pub fn object<'n>(fields: impl IntoIterator<Item = (&'n str, String)>) -> String {
    let fields = fields.into_iter().map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}
