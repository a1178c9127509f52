using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Hosting.Windows;

/// <summary>One entry of Windows' event log.</summary>
/// <param name="Level">Error, warning or information.</param>
/// <param name="Text">What is read there.</param>
internal sealed record ServiceEvent(LogLevel Level, string Text)
{
    /// <summary>The source, which the installer registers.</summary>
    public const string Source = "IwTune Server";

    /// <summary>ReportEventW: "each string is limited to 31,839 characters".</summary>
    internal const int Longest = 31_000;

    /// <summary>
    /// The id shows how much an event matters, for filters; the agent's are the same. The registered message table has texts for 1 to 1000
    /// only, and the ids of .NET's own log entries are beyond that.
    /// </summary>
    public int Id =>
        Level switch
        {
            >= LogLevel.Error => 300,
            LogLevel.Warning => 200,
            _ => 100,
        };

    /// <summary>The entry of one line of the server's log.</summary>
    public static ServiceEvent Of(LogLevel level, string category, string message, Exception? exception)
    {
        var text = exception is null ? $"{category}: {message}" : $"{category}: {message}\n{LoggedCause.Of(exception)}";
        return new(level, text.Length > Longest ? text[..Longest] : text);
    }
}
