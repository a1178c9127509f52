using System.Runtime.InteropServices;
using IwTune.Server.Hosting.Load;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace IwTune.Server.Hosting;

/// <summary>
/// Says in the log that the server stops and why, and at the end how long it waited for calls and for its own work. The last part of all:
/// the host stops it right after the web server.
/// </summary>
internal sealed partial class Ending(
    Admission admission,
    Bodies bodies,
    IHostApplicationLifetime lifetime,
    IServiceProvider services,
    TimeProvider clock,
    ILogger<Ending> log
) : IHostedLifecycleService, IDisposable
{
    private readonly List<IDisposable> _watched = [];
    private string? _signal;
    private long _began,
        _callsEnded;

    public Task StartingAsync(CancellationToken cancellationToken)
    {
        foreach (var signal in new[] { PosixSignal.SIGTERM, PosixSignal.SIGINT, PosixSignal.SIGQUIT })
            _watched.Add(PosixSignalRegistration.Create(signal, _ => _signal ??= $"{signal}"));
        return Task.CompletedTask;
    }

    // Before the callback that answers held check-ins, which was registered earlier: they are counted.
    public Task StartedAsync(CancellationToken cancellationToken)
    {
        _watched.Add(lifetime.ApplicationStopping.Register(Begin));
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        _callsEnded = clock.GetTimestamp();
        return Task.CompletedTask;
    }

    public Task StoppedAsync(CancellationToken cancellationToken)
    {
        // It was stopped before it listened, or by the program that started it.
        if (_began == 0 || Why is not { } why)
            return Task.CompletedTask;
        var calls = clock.GetElapsedTime(_began, _callsEnded).TotalSeconds;
        var work = clock.GetElapsedTime(_callsEnded).TotalSeconds;
        if (UnderWay() is { Length: > 0 } cut)
            StoppedWithout(why, calls, work, cut);
        else
            Stopped(why, calls, work);
        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose() => _watched.ForEach(one => one.Dispose());

    private string? Why =>
        _signal
        ?? services
            .GetServices<IHostedService>()
            .OfType<BackgroundService>()
            .Where(part => part.ExecuteTask is { IsFaulted: true })
            .Select(part => $"{part.GetType().Name} failed")
            .FirstOrDefault()
        ?? (WindowsServiceHelpers.IsWindowsService() ? "the service manager" : null);

    private void Begin()
    {
        _began = clock.GetTimestamp();
        if (Why is { } why)
            Stops(why, UnderWay() is { Length: > 0 } calls ? calls : "none", admission.Waiting);
    }

    private string UnderWay() =>
        string.Join(
            ", ",
            from kind in admission
                .All.Select(budget => (budget.Name, Count: budget.Running + budget.Queued))
                .Append((Name: "bodies that arrive", Count: bodies.Arriving))
            where kind.Count > 0
            select $"{kind.Name} {kind.Count}"
        );

    [LoggerMessage(
        Level = LogLevel.Information,
        Message = "The server stops ({Why}). Calls under way: {Calls}. Held check-ins: {Held}, which are answered now."
    )]
    private partial void Stops(string why, string calls, int held);

    [LoggerMessage(
        Level = LogLevel.Information,
        Message = "The server has stopped ({Why}). It waited {ForCalls:0.0} s for calls and {ForWork:0.0} s for its own work."
    )]
    private partial void Stopped(string why, double forCalls, double forWork);

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "The server has stopped ({Why}). It waited {ForCalls:0.0} s for calls and {ForWork:0.0} s for its own work. Calls that "
            + "had not ended were cut off: {Calls}."
    )]
    private partial void StoppedWithout(string why, double forCalls, double forWork, string calls);
}
