using System.Text;
using IwTune.Shared.Selectors;

namespace IwTune.Fuzz.Targets.Shared;

/// <summary>Selectors and searches, which people write and addresses carry.</summary>
internal static class SelectorTexts
{
    private static readonly Func<string?, (Selector? Selector, IReadOnlyList<SelectorProblem> Problems)>[] Readers =
    [
        Selector.Parse,
        Selector.ParseSearch,
        Selector.ParseContainers,
    ];

    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var any = false;
        foreach (var reader in Readers)
        {
            var (selector, problems) = reader(text);
            BrokenPromiseException.Unless(
                selector is null == problems.Count > 0,
                "a selector is refused when it has problems, and then alone"
            );
            if (selector is null)
                continue;
            any = true;
            BrokenPromiseException.Unless(
                reader(selector.ToString()).Selector?.Equals(selector) == true,
                "a selector's canonical text is read"
            );
        }
        _ = EarlierSelector.Translate(text);
        return any;
    }
}
