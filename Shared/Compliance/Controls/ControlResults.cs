using System.Globalization;
using System.Text;
using IwTune.Shared.Selectors;

namespace IwTune.Shared.Compliance.Controls;

/// <summary>
/// The results of one host as a short text, since a history holds one for each change: each control's number and a letter for its result,
/// such as <c>1p2u3p</c>.
/// </summary>
/// <param name="Short">The text; empty for a time before results were recorded.</param>
public readonly record struct ControlResults(string Short)
{
    private const string Letters = "pfncu";

    /// <summary>Nothing is recorded.</summary>
    public static ControlResults None { get; } = new("");

    /// <summary>The results, by number; empty for <see cref="None"/>.</summary>
    public IEnumerable<(int Number, ControlResult Result)> Each()
    {
        var number = 0;
        foreach (var c in Short ?? "")
            if (char.IsAsciiDigit(c))
                number = number * 10 + (c - '0');
            else
            {
                if (Letters.IndexOf(c, StringComparison.Ordinal) is var letter and >= 0)
                    yield return (number, (ControlResult)letter);
                number = 0;
            }
    }

    /// <summary>The result of a control; <see langword="null"/> when it is not recorded.</summary>
    public ControlResult? Find(int number)
    {
        foreach (var (known, result) in Each())
            if (known == number)
                return result;
        return null;
    }

    /// <summary>Whether the host fails a control whose id a search names.</summary>
    public bool AnyFails(SelectorValue sought)
    {
        foreach (var (number, result) in Each())
            if (result == ControlResult.Fail && sought.Holds(Control.IdOf(number)))
                return true;
        return false;
    }

    /// <summary>The results by the controls' ids, in their order; <see langword="null"/> for <see cref="None"/>.</summary>
    public IReadOnlyDictionary<string, ControlResult>? ById()
    {
        if (string.IsNullOrEmpty(Short))
            return null;
        var results = new Dictionary<string, ControlResult>(StringComparer.Ordinal);
        foreach (var (number, result) in Each())
            results[Control.IdOf(number)] = result;
        return results;
    }

    /// <summary>Results by id as one text that is equal for equal results: <c>IWT-1:Pass IWT-2:Fail</c>.</summary>
    public static string Text(IReadOnlyDictionary<string, ControlResult>? results) =>
        results is null ? "" : string.Join(' ', results.Select(one => $"{one.Key}:{one.Value}"));

    /// <summary>The ids of the controls that a host fails, in their order; none where no results were recorded.</summary>
    public static IEnumerable<string> Failed(IReadOnlyDictionary<string, ControlResult>? results) =>
        (results ?? new Dictionary<string, ControlResult>()).Where(one => one.Value == ControlResult.Fail).Select(one => one.Key);

    /// <summary>These results, except for some controls, by number, whose results are those recorded earlier.</summary>
    public ControlResults Keeping(ControlResults earlier, params IReadOnlyList<int> numbers) =>
        Of(Each().Select(one => numbers.Contains(one.Number) && earlier.Find(one.Number) is { } kept ? (one.Number, kept) : one));

    internal static ControlResults Of(IEnumerable<(int Number, ControlResult Result)> results)
    {
        var text = new StringBuilder();
        foreach (var (number, result) in results)
            text.Append(CultureInfo.InvariantCulture, $"{number}{Letters[(int)result]}");
        return new(text.ToString());
    }
}
