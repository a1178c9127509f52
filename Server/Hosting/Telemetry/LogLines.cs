using System.Globalization;
using IwTune.Server.Features.Audit;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Hosting.Systemd;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Logging.Console;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>
/// The diagnostic log on standard output: a line each, whatever its text contains, with the call that caused it. The framework's formatters
/// write control characters as they are, so that what a caller sent could move a reader's cursor or look like another line.
/// </summary>
internal sealed class LogLines(TimeProvider clock, bool toJournal) : ConsoleFormatter(FormatterName)
{
    private const string FormatterName = "iwtune";

    public static void Add(ILoggingBuilder logging, TimeProvider clock)
    {
        logging.AddConsole();
        logging.Services.AddSingleton<ConsoleFormatter>(new LogLines(clock, SystemdHelpers.IsSystemdService()));
        // AddSystemd names the framework's own formatter where systemd started the server.
        logging.Services.PostConfigure<ConsoleLoggerOptions>(console => console.FormatterName = FormatterName);
    }

    public override void Write<TState>(in LogEntry<TState> logEntry, IExternalScopeProvider? scopeProvider, TextWriter textWriter)
    {
        var text = logEntry.Formatter(logEntry.State, logEntry.Exception);
        if (logEntry.Exception is { } exception)
            text = $"{text}: {LoggedCause.Of(exception)}";
        // The journal has a time of its own, and reads the priority (sd-daemon(3)).
        textWriter.Write(
            toJournal
                ? $"<{Priority(logEntry.LogLevel)}>"
                : string.Create(CultureInfo.InvariantCulture, $"{clock.GetUtcNow():yyyy-MM-ddTHH:mm:ss.fffZ} {Word(logEntry.LogLevel)}: ")
        );
        textWriter.Write($"{logEntry.Category}: {ShownText.OneLine(WithCall(text, logEntry.LogLevel))}{Environment.NewLine}");
    }

    /// <summary>
    /// The text, and the call that caused it unless the text names the caller's address itself. That of a failure has the number that the
    /// person's page shows.
    /// </summary>
    public static string WithCall(string text, LogLevel level) =>
        CurrentCall.Described is { Length: > 0 } call && !text.Contains($" from {Origin.Current}", StringComparison.Ordinal)
            ? $"{text} ({call}{(level >= LogLevel.Error && CurrentCall.Number is { } number ? $", number {number}" : "")})"
            : text;

    private static string Word(LogLevel level) =>
        level switch
        {
            LogLevel.Critical => "crit",
            LogLevel.Error => "fail",
            LogLevel.Warning => "warn",
            LogLevel.Information => "info",
            LogLevel.Debug => "dbug",
            _ => "trce",
        };

    private static int Priority(LogLevel level) =>
        level switch
        {
            LogLevel.Critical => 2,
            LogLevel.Error => 3,
            LogLevel.Warning => 4,
            LogLevel.Information => 6,
            _ => 7,
        };
}
