using System.Net;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies;

/// <summary>The keys <c>auto</c> and <c>learned</c> as written: within which bounds a host may decide.</summary>
/// <param name="Auto">For every scope with <c>auto</c>.</param>
/// <param name="Learned">For every scope with <c>learned</c>; its endpoint is that of none yet.</param>
/// <param name="Endpoints">Prefixes that the policy calls its own.</param>
internal sealed record SteeringRule(Steering.Auto Auto, Steering.Learned Learned, IReadOnlyList<IPNetwork> Endpoints)
{
    private static readonly string[] KnownOfAuto = ["min", "max", "every", "period"];
    private static readonly string[] KnownOfLearned = ["endpoints", "max", "expiry"];

    internal static SteeringRule Read(Keys keys, Limits limits, Findings findings)
    {
        var auto = Mapping(keys, WindowRule.Auto, KnownOfAuto, "`auto: { min: 3, max: 10 }`", findings);
        var learned = Mapping(keys, WindowRule.Learned, KnownOfLearned, "`learned: { endpoints: [10.0.0.0/8] }`", findings);
        return new(ReadAuto(auto, limits, findings), ReadLearned(learned, limits, findings), ReadEndpoints(learned, findings));
    }

    /// <summary>The steering of a scope with this window; reports everything that prevents the host from deciding it.</summary>
    internal Steering Of(Scope scope, string path, WindowRule window, Keys keys, Findings findings)
    {
        if (window.Word is null)
            return Steering.None;
        if (scope is Scope.Table { Name: "local" })
            findings.Problem(
                path,
                window.InitCwndAt!,
                $"'{window.Word}' measures losses in the network, but connections from a host to itself cross no network; write a number"
            );
        if (scope is Scope.Containers)
        {
            findings.Problem(
                path,
                window.InitCwndAt!,
                $"'{window.Word}' needs the losses of its connections, and an agent sees those of its own network namespace only; write a "
                    + "number"
            );
            return Steering.None;
        }
        if (window.Word == WindowRule.Auto)
            return Auto;
        if (scope is not Scope.Prefix prefix)
        {
            if (scope is not Scope.Table { Name: "local" })
                findings.Problem(
                    path,
                    window.InitCwndAt!,
                    "'learned' is for prefixes whose hosts are yours, as in `- prefix: 10.0.0.0/8`; write a number or `auto` here"
                );
            return Learned;
        }
        if (Endpoints.Where(own => Covers(own, prefix.Network)).Select(own => (IPNetwork?)own).FirstOrDefault() is { } endpoint)
            return Learned with { Endpoint = endpoint };
        if (!keys.Has(WindowRule.Learned))
            findings.Problem(
                path,
                window.InitCwndAt!,
                $"'learned' is for hosts of your own: list them with `learned: {{ endpoints: [{prefix.Network}] }}` at the top "
                    + "of the policy, or write `auto`"
            );
        else if (Endpoints.Count > 0)
            findings.Problem(
                path,
                window.InitCwndAt!,
                $"'learned' is for hosts of your own, and {prefix.Network} lies in none of learned.endpoints; add it there if it is "
                    + "yours, or write `auto`"
            );
        return Learned;
    }

    /// <summary>Bounds that no scope uses are a mistake, most likely in a window.</summary>
    internal static void Check(Keys keys, WindowRule window, IReadOnlyList<ScopesRule> scopes, SteeringRule rule, Findings findings)
    {
        var used = scopes.Select(scope => scope.Window).Append(window).Select(written => written.Word).ToHashSet();
        foreach (var word in new[] { WindowRule.Auto, WindowRule.Learned })
        {
            if (keys[word] is { } node and not Node.Refused && !used.Contains(word))
                findings.Problem(
                    word,
                    node,
                    $"no window is `{word}`; write `window: {word}` where the host should decide, or remove this key"
                );
        }
        if (
            used.Contains(WindowRule.Auto)
            && MaxOf(keys[WindowRule.Auto]) is { } at
            && rule.Auto.Max > Steering.Auto.Default.Max
            && scopes.Any(scope => scope.Scope is Scope.Default or Scope.Interface && scope.Window.Word == WindowRule.Auto)
        )
            findings.Warning(
                "auto.max",
                at,
                $"more than {Steering.Auto.Default.Max} segments towards all peers: RFC 9040 (Appendix C) raises the ceiling by at most "
                    + "2 per calendar year. Compare first-flight loss before and after"
            );
    }

    private static Node? MaxOf(Node? bounds) => (bounds as Node.Mapping)?.Entries.FirstOrDefault(entry => entry.Key.Value == "max")?.Value;

    private static Keys? Mapping(Keys keys, string key, string[] known, string example, Findings findings)
    {
        if (keys[key] is not { } node || node is Node.Refused)
            return null;
        if (node is Node.Mapping mapping)
            return Keys.Of(mapping, key, known, findings);
        findings.Problem(key, node, $"must be a mapping: {example}");
        return null;
    }

    private static Steering.Auto ReadAuto(Keys? keys, Limits limits, Findings findings)
    {
        var bounds = Steering.Auto.Default;
        var most = Math.Min(limits.Max ?? Steering.Auto.MostMax, Steering.Auto.MostMax);
        var max = Number(keys, "max", Steering.Auto.LeastMin, Steering.Auto.MostMax, "segments", findings) ?? Math.Min(bounds.Max, most);
        if (keys?["max"] is { } maxAt && max > most)
            findings.Problem("auto.max", maxAt, $"is above limits.max, {most}; lower it or raise the limit");
        var min = Number(keys, "min", Steering.Auto.LeastMin, Steering.Learned.Floor, "segments", findings) ?? Math.Min(bounds.Min, max);
        if (keys?["min"] is { } minAt && min > max)
            findings.Problem("auto.min", minAt, $"is above the largest window it may choose, {max}; lower it");
        var every = Number(keys, "every", Steering.Auto.LeastEvery, Steering.Auto.MostEvery, "connections", findings) ?? bounds.Every;
        return new(
            min,
            max,
            every,
            Time(keys, "period", TimeSpan.Zero, Steering.Auto.LongestPeriod, "0s to 720h", findings) ?? bounds.Period
        );
    }

    private static Steering.Learned ReadLearned(Keys? keys, Limits limits, Findings findings)
    {
        var most = limits.Max ?? Steering.Auto.MostMax;
        var max =
            Number(keys, "max", Steering.Learned.Floor, Steering.Auto.MostMax, "segments", findings)
            ?? Math.Min(Steering.Learned.DefaultMax, most);
        if (keys?["max"] is { } at && max > most)
            findings.Problem("learned.max", at, $"is above limits.max, {most}; lower it or raise the limit");
        var expiry = Time(keys, "expiry", Steering.Learned.ShortestExpiry, Steering.Learned.LongestExpiry, "1m to 24h", findings);
        return new(default, max, expiry ?? Steering.Learned.DefaultExpiry);
    }

    private static IReadOnlyList<IPNetwork> ReadEndpoints(Keys? keys, Findings findings)
    {
        if (keys is null)
            return [];
        if (keys["endpoints"] is not { } node)
        {
            if (!keys.Has("endpoints"))
                findings.Missing(
                    "learned.endpoints",
                    keys.Mapping,
                    "missing; name the prefixes whose hosts are yours, as in `endpoints: [10.0.0.0/8]`: only there is a window learned"
                );
            return [];
        }
        if (node is Node.Sequence { Items.Count: > 0 } list)
            return
            [
                .. list
                    .Items.Select((item, i) => PrefixRule.Read(item, $"learned.endpoints[{i}]", findings))
                    .OfType<Scope.Prefix>()
                    .Select(prefix => prefix.Network),
            ];
        if (node is not Node.Refused)
            findings.Problem(
                "learned.endpoints",
                node,
                "must be a list of prefixes whose hosts are yours, as in `endpoints: [10.0.0.0/8]`"
            );
        return [];
    }

    private static int? Number(Keys? keys, string key, int least, int most, string unit, Findings findings)
    {
        if (keys?[key] is not { } node || node is Node.Refused)
            return null;
        if (node is Node.Scalar { Quoted: false } scalar && Text.Number(scalar.Value) is { } number && number >= least && number <= most)
            return number;
        findings.Problem(keys.PathOf(key), node, $"must be a whole number of {unit}, {least} to {most}");
        return null;
    }

    private static TimeSpan? Time(Keys? keys, string key, TimeSpan least, TimeSpan most, string bounds, Findings findings)
    {
        if (keys?[key] is not { } node || node is Node.Refused)
            return null;
        if (node is Node.Scalar scalar && Text.Duration(scalar.Value) is { } time && time >= least && time <= most)
            return time;
        findings.Problem(keys.PathOf(key), node, $"must be a duration of {bounds}, such as 30s, 15m or 24h");
        return null;
    }

    private static bool Covers(IPNetwork outer, IPNetwork inner) =>
        outer.BaseAddress.AddressFamily == inner.BaseAddress.AddressFamily
        && outer.PrefixLength <= inner.PrefixLength
        && outer.Contains(inner.BaseAddress);
}
