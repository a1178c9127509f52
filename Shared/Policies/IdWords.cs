namespace IwTune.Shared.Policies;

/// <summary>
/// The words of a target's id, one after the other. A report has thousands of ids, therefore no word becomes a text of its own.
/// </summary>
internal ref struct IdWords(ReadOnlySpan<char> id)
{
    private ReadOnlySpan<char> _rest = id;
    private bool _ended;

    /// <returns>False after the last word.</returns>
    public bool TryTake(out ReadOnlySpan<char> word)
    {
        word = default;
        if (_ended)
            return false;
        var end = _rest.IndexOf(' ');
        _ended = end < 0;
        word = _ended ? _rest : _rest[..end];
        _rest = _ended ? default : _rest[(end + 1)..];
        return true;
    }
}
