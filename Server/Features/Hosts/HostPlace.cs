using System.Buffers.Text;
using System.Text;

namespace IwTune.Server.Features.Hosts;

/// <summary>A host's place in the list by name; the id makes every place unique, so that a page neither repeats nor skips a host.</summary>
internal sealed record HostPlace(string Name, string Id) : IComparable<HostPlace>
{
    public static HostPlace Of(HostIdentity host) => new(host.Name, host.Id);

    public string Cursor => Base64Url.EncodeToString(Encoding.UTF8.GetBytes($"{Name}\0{Id}"));

    public static HostPlace? Parse(string? cursor)
    {
        if (string.IsNullOrEmpty(cursor) || !Base64Url.IsValid(cursor))
            return null;
        return Encoding.UTF8.GetString(Base64Url.DecodeFromChars(cursor)).Split('\0') is [var name, var id] ? new(name, id) : null;
    }

    public int CompareTo(HostPlace? other) =>
        other is null ? 1
        : string.CompareOrdinal(Name, other.Name) is var byName and not 0 ? byName
        : string.CompareOrdinal(Id, other.Id);
}
