namespace IwTune.Server.Storage;

/// <summary>
/// A value for each of many ids, as one statement reads them for a whole fleet. Ids are kept as numbers: a hundred thousand texts that live
/// as long as a request cost more than reading them.
/// </summary>
public sealed class ValuesById<T>
{
    private readonly Dictionary<Guid, T> _values = [];

    /// <summary>Its value; the other one for an id without a row.</summary>
    public T? Of(string id, T? otherwise = default) => _values.TryGetValue(Guid.Parse(id), out var value) ? value : otherwise;

    public bool TryGet(string id, out T? value) => _values.TryGetValue(Guid.Parse(id), out value);

    internal void Add(string id, T value) => _values.Add(Guid.Parse(id), value);
}
