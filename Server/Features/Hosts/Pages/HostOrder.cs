using System.Buffers.Text;
using System.Text;
using System.Text.RegularExpressions;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>A row's place in the list: the sorted value first, then name and id, so that no two rows share a place.</summary>
/// <param name="Value">Sorts as text; see <see cref="Number"/>.</param>
/// <param name="Name">The host's name.</param>
/// <param name="Id">Its id.</param>
internal sealed partial record HostOrder(string Value, string Name, string Id) : IComparable<HostOrder>
{
    /// <summary>After every value.</summary>
    public const string Nothing = "\uffff";

    public static string Number(long? value) => value is { } number ? number.ToString("D19") : Nothing;

    /// <summary>A kernel's numbers padded, so that 6.12 comes after 6.1.</summary>
    public static string Version(string text) =>
        string.Concat(text.Split('.', '-').Select(part => (int.TryParse(part, out var number) ? number.ToString("D6") : part) + "."));

    /// <summary>Text whose numbers are padded, in any case: Debian 9 comes before Debian 12. What is missing comes last.</summary>
    public static string Natural(string? text) =>
        string.IsNullOrEmpty(text) ? Nothing : Digits().Replace(text.ToLowerInvariant(), number => number.Value.PadLeft(9, '0'));

    public int CompareTo(HostOrder? other) =>
        other is null ? 1
        : string.CompareOrdinal(Value, other.Value) is var byValue and not 0 ? byValue
        : string.CompareOrdinal(Name, other.Name) is var byName and not 0 ? byName
        : string.CompareOrdinal(Id, other.Id);

    /// <summary>The place as an address carries it.</summary>
    public string Cursor => Base64Url.EncodeToString(Encoding.UTF8.GetBytes($"{Value}\0{Name}\0{Id}"));

    /// <returns><see langword="null"/> when the text is no cursor: the list then starts at its beginning.</returns>
    public static HostOrder? Parse(string? cursor)
    {
        if (string.IsNullOrEmpty(cursor) || !Base64Url.IsValid(cursor))
            return null;
        return Encoding.UTF8.GetString(Base64Url.DecodeFromChars(cursor)).Split('\0') is [var value, var name, var id]
            ? new(value, name, id)
            : null;
    }

    [GeneratedRegex("[0-9]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Digits();
}
