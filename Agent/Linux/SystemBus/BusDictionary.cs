namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Dictionaries with string keys, read and changed by key. A change is a new value; the order of the others stays.</summary>
internal static class BusDictionary
{
    /// <summary>An <c>a{sv}</c>.</summary>
    public static BusValue.Array Of(params IEnumerable<(string Key, BusValue Value)> entries) =>
        new("{sv}", [.. entries.Select(entry => Entry(entry.Key, new BusValue.Variant(entry.Value)))]);

    /// <summary>
    /// The value of a key, out of its variant; <see langword="null"/> when there is no such key or this is not a dictionary.
    /// </summary>
    public static BusValue? At(this BusValue dictionary, string key)
    {
        foreach (var item in dictionary.AsList)
        {
            if (item is BusValue.Entry entry && entry.Key.AsText == key)
                return entry.Value.Plain;
        }
        return null;
    }

    /// <summary>Every key with its value.</summary>
    public static IEnumerable<(string Key, BusValue Value)> Entries(this BusValue dictionary) =>
        from item in dictionary.AsList
        let entry = item as BusValue.Entry
        where entry?.Key.AsText is not null
        select (entry.Key.AsText!, entry.Value);

    /// <summary>The same with a key set, in its place or at the end. In a dictionary of variants the value becomes one.</summary>
    public static BusValue.Array With(this BusValue dictionary, string key, BusValue value)
    {
        var array = Same(dictionary);
        var entry = Entry(key, array.ItemType == "{sv}" && value is not BusValue.Variant ? new BusValue.Variant(value) : value);
        var items = array.Items.ToList();
        var at = items.FindIndex(item => item is BusValue.Entry found && found.Key.AsText == key);
        if (at < 0)
            items.Add(entry);
        else
            items[at] = entry;
        return array with { Items = items };
    }

    /// <summary>The same without a key.</summary>
    public static BusValue.Array Without(this BusValue dictionary, string key)
    {
        var array = Same(dictionary);
        return array with { Items = [.. array.Items.Where(item => item is not BusValue.Entry entry || entry.Key.AsText != key)] };
    }

    private static BusValue.Entry Entry(string key, BusValue value) => new(BusValue.Of(key), value);

    private static BusValue.Array Same(BusValue dictionary) =>
        dictionary.Plain as BusValue.Array
        ?? throw new ArgumentException($"a value of type {dictionary.Signature} is not a dictionary", nameof(dictionary));
}
