using System.Globalization;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Ports;

/// <summary>The owner's own setting for a window that IwTune does not write: a line to paste.</summary>
/// <param name="Where">Where the line belongs, after the word "into": <c>the kernel protocol's channel in bird.conf</c>.</param>
/// <param name="Line">The line, with <c>{0}</c> where the settings go.</param>
/// <param name="InitCwnd">The setting of the congestion window, with <c>{0}</c> for the segments.</param>
/// <param name="InitRwnd">The same for the receive window.</param>
public sealed record OwnersSetting(string Where, string Line, string InitCwnd, string InitRwnd)
{
    /// <summary>The sentence for people, with the line at its end.</summary>
    /// <param name="wanted">The window; <see langword="null"/> writes N for the segments of a congestion window.</param>
    public string Sentence(Window? wanted) => $"Into {Where}: {LineFor(wanted)}";

    /// <summary>The line to paste.</summary>
    /// <inheritdoc cref="Sentence" path="/param"/>
    public string LineFor(Window? wanted)
    {
        var settings = wanted is null
            ? Filled(InitCwnd, "N")
            : (wanted.InitCwnd is { } cwnd ? Filled(InitCwnd, cwnd) : "") + (wanted.InitRwnd is { } rwnd ? Filled(InitRwnd, rwnd) : "");
        return Filled(Line, settings.Trim());
    }

    private static string Filled(string form, object value) => string.Format(CultureInfo.InvariantCulture, form, value);
}
