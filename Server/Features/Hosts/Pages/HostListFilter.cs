using IwTune.Server.Console;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What narrows the list in the console: what the API understands, plus <c>state:</c> and <c>policy:</c>.</summary>
/// <param name="Search">Selector and words.</param>
/// <param name="State">A verdict's name.</param>
/// <param name="Policy">The policy that decides for the host.</param>
internal sealed record HostListFilter(HostSearch Search, string? State, string? Policy)
{
    /// <returns>The filter, or why the text is none.</returns>
    public static (HostListFilter? Filter, string? Problem) Parse(string? text)
    {
        string? state = null, policy = null;
        var rest = new List<string>();
        foreach (var word in (text ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (word.StartsWith("state:", StringComparison.OrdinalIgnoreCase))
                state = word["state:".Length..];
            else if (word.StartsWith("policy:", StringComparison.OrdinalIgnoreCase))
                policy = word["policy:".Length..];
            else
                rest.Add(word);
        }
        if (state is not null && !VerdictLook.All.Any(v => v.State.Equals(state, StringComparison.OrdinalIgnoreCase)))
            return (null, $"‘{state}’ is not a state. The states are {string.Join(", ", VerdictLook.All.Select(v => v.State.ToLowerInvariant()))}.");
        var (search, problem) = HostSearch.Parse(string.Join(' ', rest));
        return search is null ? (null, problem + ".") : (new(search, state, policy), null);
    }
}
