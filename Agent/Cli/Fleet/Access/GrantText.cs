using IwTune.Shared.Fleet.Access;

namespace IwTune.Agent.Cli.Fleet.Access;

internal static class GrantText
{
    /// <summary><c>operator:site:fra, viewer</c>: as <c>--role</c> takes them.</summary>
    public static string Of(IReadOnlyList<AccessGrant> grants)
    {
        var words = new List<string>(grants.Count);
        foreach (var grant in grants)
            words.Add(grant.ToString());
        return words.Count == 0 ? "-" : string.Join(", ", words);
    }
}
