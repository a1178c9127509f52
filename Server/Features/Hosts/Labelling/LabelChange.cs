using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts.Labelling;

/// <summary>One label, set or removed.</summary>
/// <param name="Key">Its key.</param>
/// <param name="Value">The value; <see langword="null"/> removes it.</param>
internal sealed record LabelChange(string Key, string? Value)
{
    /// <returns>The change and its hosts, or everything that is wrong with the request.</returns>
    public static (LabelChange? Change, AskedHosts? Scope, IReadOnlyList<PolicyProblem> Problems) Read(LabelHostsRequest request)
    {
        var (scope, wrong) = AskedHosts.Read(request.Host, request.Selector);
        var change = new LabelChange((request.Key ?? "").Trim(), request.Value?.Trim());
        var problems = wrong.ToList();
        // An older label with the name of a fact can be removed.
        if ((change.Value is null && change.Key.Length > 0 ? null : Labels.KeyProblem(change.Key)) is { } key)
            problems.Add(new("key", change.Key, key, 0, 0));
        if (change.Value is not null && Labels.ValueProblem(change.Key, change.Value) is { } value)
            problems.Add(new("value", change.Value, $"{value}; leave it out to remove the label", 0, 0));
        return (change, scope, problems);
    }

    /// <summary>A host's labels after it.</summary>
    public IReadOnlyDictionary<string, string> Of(IReadOnlyDictionary<string, string> labels)
    {
        var after = new Dictionary<string, string>(labels, StringComparer.Ordinal);
        if (Value is null)
            after.Remove(Key);
        else
            after[Key] = Value;
        return after;
    }

    /// <summary>Whether it changes these labels.</summary>
    public bool Changes(IReadOnlyDictionary<string, string> labels) => labels.GetValueOrDefault(Key) != Value;

    /// <summary>The value that it replaces or removes, as a clause in brackets.</summary>
    public string Before(IReadOnlyDictionary<string, string> labels) =>
        labels.TryGetValue(Key, out var before) ? $"{Key} was {before}" : $"{Key} is new";

    /// <summary>As people write it: <c>site=fra</c>, or the key alone.</summary>
    public override string ToString() => Value is null ? Key : $"{Key}={Value}";
}
