namespace IwTune.Fuzz.Guiding;

/// <summary>A member, an item of a list, or a whole document, by its places in the text.</summary>
/// <param name="Within">True for a member and for an item: commas stand between them.</param>
/// <param name="From">Where it begins; a member at its name.</param>
/// <param name="Value">Where its value begins.</param>
/// <param name="To">Right behind it.</param>
internal readonly record struct JsonItem(bool Within, int From, int Value, int To)
{
    public bool Named => From < Value;
}

/// <summary>Where the values of JSON stand, in one document or in several, one behind the other. It judges only what it needs.</summary>
internal ref struct JsonShape
{
    private readonly ReadOnlySpan<byte> _text;
    private readonly List<JsonItem> _items;
    private int _at;

    private JsonShape(ReadOnlySpan<byte> text, List<JsonItem> items)
    {
        _text = text;
        _items = items;
    }

    /// <returns>False when the text is not written as JSON.</returns>
    public static bool TryRead(ReadOnlySpan<byte> text, List<JsonItem> items)
    {
        items.Clear();
        var shape = new JsonShape(text, items);
        while (shape.Skip())
        {
            if (!shape.Item(within: false, named: false))
                return false;
        }
        return items.Count > 0;
    }

    private bool Item(bool within, bool named)
    {
        var from = _at;
        if (named && !(Text() && Skip() && Take((byte)':') && Skip()))
            return false;
        var value = _at;
        if (
            !(
                _text[_at] switch
                {
                    (byte)'{' => List((byte)'}', named: true),
                    (byte)'[' => List((byte)']', named: false),
                    (byte)'"' => Text(),
                    _ => Word(),
                }
            )
        )
            return false;
        _items.Add(new(within, from, value, _at));
        return true;
    }

    private bool List(byte end, bool named)
    {
        _at++;
        if (Skip() && Take(end))
            return true;
        while (Skip() && Item(within: true, named) && Skip())
        {
            if (Take(end))
                return true;
            if (!Take((byte)','))
                return false;
        }
        return false;
    }

    private bool Text()
    {
        if (!Take((byte)'"'))
            return false;
        for (; _at < _text.Length; _at++)
        {
            if (_text[_at] == '\\')
                _at++;
            else if (_text[_at] == '"')
            {
                _at++;
                return true;
            }
        }
        return false;
    }

    private bool Word()
    {
        var from = _at;
        while (_at < _text.Length && (char.IsAsciiLetterOrDigit((char)_text[_at]) || _text[_at] is (byte)'-' or (byte)'+' or (byte)'.'))
            _at++;
        return _at > from;
    }

    private bool Take(byte expected)
    {
        if (_at >= _text.Length || _text[_at] != expected)
            return false;
        _at++;
        return true;
    }

    /// <returns>False at the end of the text.</returns>
    private bool Skip()
    {
        while (_at < _text.Length && _text[_at] is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
            _at++;
        return _at < _text.Length;
    }
}
