using System.Text;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>Numbers as they were read, each with the place where it stood.</summary>
internal sealed class Numbers
{
    private readonly SortedDictionary<string, List<(string Place, string Value)>> read = new(StringComparer.Ordinal);

    public void Add(string what, string place, string value)
    {
        if (!read.TryGetValue(what, out var places))
            read.Add(what, places = []);
        places.Add((place, value));
    }

    public void Add(string what, string place, int value) => Add(what, place, $"{value}");

    /// <summary>Counts by a key; keys without hosts are left out, as pages do.</summary>
    public void Add<T>(string what, string place, IEnumerable<KeyValuePair<T, int>> counts)
        where T : notnull =>
        Add(
            what,
            place,
            string.Join(' ', counts.Where(one => one.Value > 0).Select(one => $"{one.Key}={one.Value}").Order(StringComparer.Ordinal))
        );

    public string Of(string what) => read[what][0].Value;

    /// <summary>Numbers that are not the same everywhere, and those that were read in one place only.</summary>
    public string Contradictions()
    {
        var text = new StringBuilder();
        foreach (var (what, places) in read.Where(one => one.Value.Count < 2 || one.Value.Any(place => place.Value != one.Value[0].Value)))
        {
            text.Append(what).Append('\n');
            foreach (var (place, value) in places)
                text.Append("    ").Append(value).Append("  in ").Append(place).Append('\n');
        }
        return text.ToString();
    }
}
