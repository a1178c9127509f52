namespace IwTune.Shared.Selectors;

/// <summary>Reads terms one after the other; an error in one hides no error in the next.</summary>
/// <param name="text">The selector as written.</param>
/// <param name="searches">True for a search for hosts.</param>
/// <param name="ofContainers">True for a selector of containers, which have these keys alone and no labels.</param>
internal sealed class SelectorReader(string text, bool searches, bool ofContainers = false)
{
    private const int MaxLength = 4096,
        MaxTerms = 32,
        MaxAlternatives = 256;
    private readonly List<SelectorProblem> _problems = [];

    public (Selector? Selector, IReadOnlyList<SelectorProblem> Problems) Read()
    {
        if (text.Length > MaxLength)
            return (null, [new(MaxLength + 1, "", $"{text.Length} characters are too many; at most {MaxLength}")]);
        var words = Words();
        if (words.Count == 0 && !searches)
            _problems.Add(
                new(
                    1,
                    "",
                    ofContainers
                        ? "is missing: write '*' for every container, or terms like 'namespace:shop pod:web*'"
                        : "is missing: write '*' for every host, or terms like 'site:fra os:linux'"
                )
            );
        if (words.Count > MaxTerms)
            _problems.Add(
                new(
                    words[MaxTerms].From + 1,
                    "",
                    $"{words.Count} terms are too many; at most {MaxTerms}, and one term can have alternatives: site:fra,ams"
                )
            );
        var terms = new List<SelectorTerm>();
        foreach (var (from, to) in words)
        {
            if (text.AsSpan(from, to - from) is "*")
                Everything(from, words.Count);
            else if (Term(from, to) is { } term)
                terms.Add(term);
        }
        return _problems.Count > 0 ? (null, _problems) : (new Selector(terms), []);
    }

    private void Everything(int from, int words)
    {
        // In a search, a person who narrows it down may leave it in; beside other terms of a change it is a mistake.
        if (words > 1 && !searches)
            _problems.Add(
                new(from + 1, "*", $"means every {(ofContainers ? "container" : "host")} and stands alone; remove it, or the other terms")
            );
    }

    /// <summary>What stands between spaces that are in no quotes.</summary>
    private List<(int From, int To)> Words()
    {
        var words = new List<(int, int)>();
        for (var at = 0; at < text.Length; )
        {
            if (char.IsWhiteSpace(text[at]))
            {
                at++;
                continue;
            }
            var from = at;
            while (at < text.Length && !char.IsWhiteSpace(text[at]))
                at = text[at] == '"' ? AfterQuote(at, text.Length) : at + 1;
            words.Add((from, at));
        }
        return words;
    }

    /// <summary>Right behind the closing quote, or the end when there is none.</summary>
    private int AfterQuote(int quote, int end)
    {
        for (var at = quote + 1; at < end; at++)
        {
            if (text[at] == '\\')
                at++;
            else if (text[at] == '"')
                return at + 1;
        }
        return end;
    }

    private SelectorTerm? Term(int from, int to)
    {
        var negated = text[from] == '-';
        var start = negated ? from + 1 : from;
        var colon = start;
        while (colon < to && text[colon] != ':')
            colon = text[colon] == '"' ? AfterQuote(colon, to) : colon + 1;
        if (colon >= to)
            return BareWord(negated, start, to);
        var key = text[start..colon];
        var allowed = KeyIsAllowed(key, start);
        var read = new ValueReader(text, to, _problems, asksForLabel: key == SelectorKeys.Label);
        var alternatives = read.All(colon + 1);
        if (alternatives?.Count > MaxAlternatives)
            _problems.Add(new(from + 1, key, $"{alternatives.Count} alternatives are too many; at most {MaxAlternatives}"));
        return allowed && alternatives is not null
            ? new(key == SelectorKeys.Verdict ? SelectorKeys.State : key, negated, alternatives)
            : null;
    }

    private SelectorTerm? BareWord(bool negated, int from, int to)
    {
        if (from == to)
        {
            _problems.Add(
                new(from, "-", $"nothing follows; write -key:value for {(ofContainers ? "containers" : "hosts")} without that value")
            );
            return null;
        }
        var found = text[from..to];
        if (searches)
            return new ValueReader(text, to, _problems, asksForLabel: false).Part(from) is { } part
                ? new(SelectorKeys.Word, negated, [part])
                : null;
        if (ofContainers)
        {
            _problems.Add(
                new(from + 1, found, $"a word without a key selects nothing; write pod:{(ContainerKeys.IsName(found) ? found : "web*")}")
            );
            return null;
        }
        var plain = SelectorKeys.IsKey(found)
            ? $"; write host:{found}* for hosts whose name begins with it, or label:{found} for hosts that have that label"
            : "; write key:value, such as site:fra";
        _problems.Add(new(from + 1, found, $"a word without a key is for searches only{plain}"));
        return null;
    }

    private bool KeyIsAllowed(string key, int from)
    {
        if (ofContainers)
        {
            if (ContainerKeys.Refuse(key) is not { } rule)
                return true;
            _problems.Add(new(from + 1, key.Length == 0 ? ":" : key, rule));
            return false;
        }
        if (!searches && SelectorKeys.IsOfSearch(key))
            _problems.Add(
                new(
                    from + 1,
                    key,
                    $"is for searches only, because actions on these hosts change it; write label:{key}=… for a label of that name"
                )
            );
        else if (SelectorKeys.IsKey(key))
            return true;
        else if (SelectorKeys.IsKey(SelectorText.Fold(key)))
            _problems.Add(new(from + 1, key, $"keys are lower-case; write {SelectorText.Fold(key)}"));
        else if (key.Length == 0)
            _problems.Add(new(from + 1, ":", "the key is missing before it; write key:value"));
        else
            _problems.Add(
                new(from + 1, key, "cannot be a label or a fact: keys are 1 to 63 lower-case letters, digits, '-', '_', '.' or '/'")
            );
        return false;
    }
}
