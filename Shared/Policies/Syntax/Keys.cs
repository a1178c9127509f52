namespace IwTune.Shared.Policies.Syntax;

/// <summary>The entries of one mapping by key, after unknown and duplicate keys have been reported.</summary>
internal sealed class Keys
{
    private readonly Dictionary<string, Node.Entry> entries = new(StringComparer.Ordinal);
    private readonly HashSet<string> meant = new(StringComparer.Ordinal);
    private readonly string path;

    private Keys(Node.Mapping mapping, string path) => (Mapping, this.path) = (mapping, path);

    internal Node.Mapping Mapping { get; }

    internal static Keys Of(Node.Mapping mapping, string path, string[] known, Findings findings)
    {
        var keys = new Keys(mapping, path);
        foreach (var entry in mapping.Entries)
        {
            var name = entry.Key.Value;
            if (!known.Contains(name, StringComparer.Ordinal))
                findings.Problem(keys.PathOf(Findings.Printable(name)), entry.Key, keys.Unknown(name, known));
            else if (!keys.entries.TryAdd(name, entry))
                findings.Problem(
                    keys.PathOf(name),
                    entry.Key,
                    $"this key is written twice, first in line {keys.entries[name].Key.Line}; keep one"
                );
        }
        return keys;
    }

    internal Node? this[string key] => entries.TryGetValue(key, out var entry) ? entry.Value : null;

    /// <summary>True when the key, or a misspelling of it, is written: then it is wrong to call it missing as well.</summary>
    internal bool Has(string key) => entries.ContainsKey(key) || meant.Contains(key);

    internal string PathOf(string key) => path.Length == 0 ? key : $"{path}.{key}";

    private string Unknown(string name, string[] known)
    {
        if (NearestWord.Of(name, known) is not { } nearest)
            return $"unknown key; the keys here are {string.Join(", ", known)}";
        meant.Add(nearest);
        return $"unknown key; did you mean '{nearest}'?";
    }
}
