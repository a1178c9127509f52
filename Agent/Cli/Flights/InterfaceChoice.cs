using System.Globalization;

namespace IwTune.Agent.Cli.Flights;

/// <summary>Which interface of a capture counts.</summary>
internal sealed class InterfaceChoice
{
    private const int MostListed = 16;

    private readonly string? _asked;
    private readonly SortedSet<string> _others = new(StringComparer.Ordinal);

    private InterfaceChoice(string? asked) => _asked = asked;

    /// <param name="asked">A name, or a number from 0; <see langword="null"/> for all.</param>
    public static InterfaceChoice Of(string? asked) => new(asked);

    /// <param name="number">The number of the interface in its section.</param>
    /// <param name="name">Its name; empty where it has none.</param>
    public bool Takes(int number, string name)
    {
        if (_asked is null || _asked == name || _asked == number.ToString(CultureInfo.InvariantCulture))
            return true;
        if (_others.Count < MostListed)
            _others.Add(string.Create(CultureInfo.InvariantCulture, $"{number}{(name.Length > 0 ? $" ({Shown(name)})" : "")}"));
        return false;
    }

    /// <exception cref="UsageException">The capture has packets, but none of this interface.</exception>
    public void Check(string file, long packets)
    {
        if (packets == 0 && _others.Count > 0)
            throw new UsageException($"--interface {_asked}: {file} has packets of other interfaces only: {string.Join(", ", _others)}.");
    }

    private static string Shown(string name) => string.Concat(name.Select(letter => char.IsControl(letter) ? '?' : letter));
}
