using System.Collections.Concurrent;
using System.Text;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// What selectors read from a host's facts and state, as keys with values. Hosts that are alike share one object: a fleet of a hundred
/// thousand has a few hundred kinds of hosts, and comparing two of a kind is comparing two references.
/// </summary>
public sealed class FactLabels : IEquatable<FactLabels>
{
    private const int MaxKinds = 20_000,
        SweepEvery = 256;

    // Weak: a host that reports new facts every minute must not keep its earlier ones in memory.
    private static readonly ConcurrentDictionary<string, WeakReference<FactLabels>> Kinds = new(StringComparer.Ordinal);
    private static int turnedAway;
    private readonly (string Key, string Value)[] _values;
    private readonly string _text;

    private FactLabels((string Key, string Value)[] values, string text) => (_values, _text) = (values, text);

    /// <summary>Nothing is known.</summary>
    public static FactLabels None { get; } = new([], "");

    /// <summary>The values in order of their keys; a key can have several.</summary>
    public IReadOnlyList<(string Key, string Value)> Values => _values;

    public bool Has(string key, SelectorValue value)
    {
        foreach (var (known, text) in _values)
            if (known == key && value.Holds(text))
                return true;
        return false;
    }

    /// <summary>New facts; the owner of the routes is not a fact and stays.</summary>
    public FactLabels With(HostFacts facts) => Of(FactReading.Of(facts).Concat(_values.Where(pair => pair.Key == RouteOwners.Key)));

    /// <summary>New owners; the facts stay.</summary>
    public FactLabels With(IEnumerable<string> owners) =>
        Of(_values.Where(pair => pair.Key != RouteOwners.Key).Concat(owners.Select(owner => (RouteOwners.Key, owner))));

    public bool Equals(FactLabels? other) => ReferenceEquals(this, other) || (other is not null && _text == other._text);

    public override bool Equals(object? obj) => Equals(obj as FactLabels);

    public override int GetHashCode() => StringComparer.Ordinal.GetHashCode(_text);

    /// <summary>These values, as stored.</summary>
    public static FactLabels Of(IEnumerable<(string Key, string Value)> values)
    {
        var known = values
            .Where(pair => pair.Value.Length > 0)
            .Distinct()
            .OrderBy(pair => pair.Key, StringComparer.Ordinal)
            .ThenBy(pair => pair.Value, StringComparer.Ordinal)
            .ToArray();
        var text = string.Join('\n', known.Select(pair => $"{pair.Key}={pair.Value}"));
        if (Kinds.TryGetValue(text, out var kind) && kind.TryGetTarget(out var alike))
            return alike;
        var made = new FactLabels(known, text);
        // Past the bound every host has its own: dearer, and as true.
        return IsFull() ? made : Shared(made);
    }

    /// <summary>As <see cref="Values"/> gave them, key and value alternately: in order, and each once.</summary>
    public static FactLabels Stored(IReadOnlyList<string> pairs)
    {
        var text = new StringBuilder();
        for (var i = 0; i + 1 < pairs.Count; i += 2)
            text.Append(i == 0 ? "" : "\n").Append(pairs[i]).Append('=').Append(pairs[i + 1]);
        return Kinds.TryGetValue(text.ToString(), out var kind) && kind.TryGetTarget(out var alike)
            ? alike
            : Of(pairs.Chunk(2).Select(pair => (pair[0], pair[1])));
    }

    private static FactLabels Shared(FactLabels made) =>
        Kinds
            .AddOrUpdate(made._text, _ => new(made), (_, kept) => kept.TryGetTarget(out var _) ? kept : new(made))
            .TryGetTarget(out var shared)
            ? shared
            : made;

    private static bool IsFull()
    {
        if (Kinds.Count < MaxKinds)
            return false;
        if (Interlocked.Increment(ref turnedAway) % SweepEvery != 1)
            return true;
        foreach (var kind in Kinds)
            if (!kind.Value.TryGetTarget(out var _))
                Kinds.TryRemove(kind);
        return Kinds.Count >= MaxKinds;
    }
}
