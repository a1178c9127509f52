using System.Text.RegularExpressions;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What the list of hosts is sorted by: the number, then the text. All hosts of a list have the same kind of value.</summary>
/// <param name="Number">0 where texts are sorted.</param>
/// <param name="Text">Empty where numbers are sorted.</param>
internal readonly partial record struct HostSortValue(long Number, string Text) : IComparable<HostSortValue>
{
    /// <summary>After every value.</summary>
    public static HostSortValue Nothing { get; } = new(long.MaxValue, "");

    /// <summary>The same for all: the list is then in the order of names.</summary>
    public static HostSortValue Equal { get; } = new(0, "");

    public static HostSortValue Of(long? number) => number is { } value ? new(value, "") : Nothing;

    public static HostSortValue Of(string? text) => string.IsNullOrEmpty(text) ? Nothing : new(0, text);

    /// <summary>A kernel's numbers padded, so that 6.12 comes after 6.1.</summary>
    public static HostSortValue Version(string text) =>
        Of(string.Concat(text.Split('.', '-').Select(part => (int.TryParse(part, out var number) ? number.ToString("D6") : part) + ".")));

    /// <summary>Text whose numbers are padded, in any case: Debian 9 comes before Debian 12.</summary>
    public static HostSortValue Natural(string? text) =>
        string.IsNullOrEmpty(text) ? Nothing : Of(Digits().Replace(text.ToLowerInvariant(), number => number.Value.PadLeft(9, '0')));

    public int CompareTo(HostSortValue other) =>
        Number.CompareTo(other.Number) is var byNumber and not 0 ? byNumber : string.CompareOrdinal(Text, other.Text);

    [GeneratedRegex("[0-9]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Digits();
}
