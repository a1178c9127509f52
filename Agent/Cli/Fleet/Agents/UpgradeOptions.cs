using System.CommandLine;

namespace IwTune.Agent.Cli.Fleet.Agents;

/// <summary>Which hosts, in which rings, to which version: the same for the rings of an upgrade and for their hosts.</summary>
internal sealed class UpgradeOptions
{
    private readonly Option<string?> _query = new("--query", "-q")
    {
        Description = "Only hosts that match: 'os:linux site:fra -role:db'; all without it",
        HelpName = "TEXT",
    };

    private readonly Option<string?> _rings = new("--rings")
    {
        Description = "Rings, as for a rollout: numbers of hosts, shares, selectors; 1,10%,100% without it",
        HelpName = "RINGS",
    };

    private readonly Option<string?> _to = new("--to")
    {
        Description = "The version; without it the newest that the server offers, or its own",
        HelpName = "VERSION",
    };

    public UpgradeOptions(Verb verb)
    {
        verb.Add(_query);
        verb.Add(_rings);
        verb.Add(_to);
    }

    /// <summary>The address with this question.</summary>
    public string Path(string path, ParseResult parsed, params IEnumerable<(string Key, string? Value)> more)
    {
        var query = ((string Key, string? Value)[])
            [("q", parsed.GetValue(_query)), ("rings", parsed.GetValue(_rings)), ("to", parsed.GetValue(_to)), .. more];
        var written = query
            .Where(one => !string.IsNullOrEmpty(one.Value))
            .Select(one => $"{one.Key}={Uri.EscapeDataString(one.Value!)}")
            .ToList();
        return written.Count == 0 ? path : $"{path}?{string.Join('&', written)}";
    }
}
