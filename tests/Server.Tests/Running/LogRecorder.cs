using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Running;

/// <summary>The lines that a server writes into its diagnostic log.</summary>
internal sealed class LogRecorder : ILoggerProvider, ILogger
{
    public ConcurrentQueue<string> Lines { get; } = [];

    /// <summary>The latest exception that was logged.</summary>
    public Exception? Fault { get; private set; }

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        Lines.Enqueue(formatter(state, exception));
        Fault = exception ?? Fault;
    }

    public void Dispose() { }
}
