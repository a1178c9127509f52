using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>A row's place in the list: the sorted value first, then name and id, so that no two rows share a place.</summary>
/// <param name="Value">What the list is sorted by.</param>
/// <param name="Name">The host's name.</param>
/// <param name="Id">Its id.</param>
internal readonly record struct HostOrder(HostSortValue Value, string Name, string Id) : IComparable<HostOrder>
{
    public int CompareTo(HostOrder other) =>
        Value.CompareTo(other.Value) is var byValue and not 0 ? byValue
        : string.CompareOrdinal(Name, other.Name) is var byName and not 0 ? byName
        : string.CompareOrdinal(Id, other.Id);

    /// <summary>The place as an address carries it.</summary>
    public string Cursor =>
        Base64Url.EncodeToString(
            Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{Value.Number}\0{Value.Text}\0{Name}\0{Id}"))
        );

    /// <returns><see langword="null"/> when the text is no cursor: the list then starts at its beginning.</returns>
    public static HostOrder? Parse(string? cursor)
    {
        if (string.IsNullOrEmpty(cursor) || !Base64Url.IsValid(cursor))
            return null;
        return
            Encoding.UTF8.GetString(Base64Url.DecodeFromChars(cursor)).Split('\0') is [var number, var text, var name, var id]
            && long.TryParse(number, CultureInfo.InvariantCulture, out var value)
            ? new(new(value, text), name, id)
            : null;
    }
}
