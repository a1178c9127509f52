using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Hosting.Windows;

/// <summary>Warnings and errors of the server's log as entries of the event log.</summary>
/// <param name="write">Receives each entry.</param>
internal sealed class ServiceEventProvider(Action<ServiceEvent> write) : ILoggerProvider
{
    public ILogger CreateLogger(string categoryName) => new Category(categoryName, write);

    public void Dispose() { }

    private sealed class Category(string name, Action<ServiceEvent> write) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel is LogLevel.Warning or LogLevel.Error or LogLevel.Critical;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter
        )
        {
            if (IsEnabled(logLevel))
                write(ServiceEvent.Of(logLevel, name, LogLines.WithCall(formatter(state, exception), logLevel), exception));
        }
    }
}
