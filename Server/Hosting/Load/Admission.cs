using IwTune.Server.Console.Live;
using IwTune.Server.Features.Scim;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Shared.Wire;

namespace IwTune.Server.Hosting.Load;

/// <summary>
/// Limits concurrent work, with a budget of its own for each kind of call. Beyond the budget a host is sent away with a time to retry,
/// instead of being served late.
/// </summary>
public sealed class Admission
{
    private const int LeastSeconds = 15,
        SpreadSeconds = 60;
    private readonly int _maxWaiting;
    private int _waiting;

    public Admission(BudgetSizes sizes, int maxWaiting, TimeProvider clock, Func<double> random)
    {
        _maxWaiting = maxWaiting;
        CheckIns = Of("checkins", sizes.CheckIns);
        Enrolments = Of("enrolments", sizes.Enrolments);
        Reports = Of("reports", sizes.Reports);
        // Each waiting check-in may need one.
        Bundles = new("bundles", sizes.Bundles, maxWaiting, clock, random);
        Api = Of("api", sizes.Api);
        Console = Of("console", sizes.Console);
        All = [CheckIns, Enrolments, Reports, Bundles, Api, Console];

        Budget Of(string name, int running) => new(name, running, running * BudgetSizes.Line, clock, random);
    }

    public Budget CheckIns { get; }

    public Budget Enrolments { get; }

    public Budget Reports { get; }

    /// <summary>Answers with bundles: after a publication a whole fleet requests one.</summary>
    public Budget Bundles { get; }

    public Budget Api { get; }

    public Budget Console { get; }

    public IReadOnlyList<Budget> All { get; }

    /// <summary>Check-ins held open now.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>A place to wait in, given back on dispose; <see langword="null"/> when all are taken.</summary>
    public IDisposable? TryWait()
    {
        if (Interlocked.Increment(ref _waiting) <= _maxWaiting)
            return new Place(this);
        Interlocked.Decrement(ref _waiting);
        return null;
    }

    /// <summary>When there may be a place to wait in again: spread by host, so that those turned away do not come back together.</summary>
    public int ComeBackSeconds(string hostId)
    {
        var seconds = LeastSeconds + Slots.Of(hostId, SpreadSeconds);
        ServerMeters.SentAway("waiting", seconds);
        return seconds;
    }

    /// <summary>True when a call of this path takes a place in a budget.</summary>
    public bool IsLimited(PathString path) => BudgetOf(path) is not null;

    /// <summary>Lets a call run, queues it, or sends it away. Health probes and metrics are always answered.</summary>
    public Task AdmitAsync(HttpContext context, RequestDelegate next)
    {
        if (BudgetOf(context.Request.Path) is not { } budget)
            return next(context);
        var entering = budget.EnterAsync(context.RequestAborted);
        return entering is { IsCompletedSuccessfully: true, Result: true }
            ? RunAsync(budget, context, next)
            : StandAsync(entering, budget, context, next);
    }

    /// <summary>Refuses a call for which there is no room.</summary>
    public static IResult Refuse(Budget budget, HttpContext context)
    {
        var seconds = budget.ComeBack();
        ServerMeters.SentAway(budget.Name, seconds);
        return RefusalAnswer.Later(
            context,
            StatusCodes.Status503ServiceUnavailable,
            $"The limit of concurrent calls of this kind ({budget.Name}) is reached.",
            seconds
        );
    }

    private Budget? BudgetOf(PathString path)
    {
        // Check-ins hold their connection for minutes: they are counted where they wait, and where they get a bundle. Likewise the streams
        // of open pages (LivePlaces).
        var text = path.Value ?? "";
        if (text.StartsWith("/agent/", StringComparison.OrdinalIgnoreCase))
            return text.Equals(AgentPaths.Reports, StringComparison.OrdinalIgnoreCase) ? Reports
                : text.Equals(AgentPaths.CheckIn, StringComparison.OrdinalIgnoreCase) ? null
                : text.Equals(AgentPaths.Ping, StringComparison.OrdinalIgnoreCase) ? CheckIns
                : Enrolments;
        if (
            text.StartsWith("/api/", StringComparison.OrdinalIgnoreCase)
            || text.StartsWith(ScimPaths.Root + "/", StringComparison.OrdinalIgnoreCase)
        )
            return Api;
        return text is "/healthz" or "/readyz" or "/metrics" or LiveStream.Path ? null : Console;
    }

    private static async Task StandAsync(ValueTask<bool> entering, Budget budget, HttpContext context, RequestDelegate next)
    {
        try
        {
            if (await entering)
                await RunAsync(budget, context, next);
            else if (context.IsApi())
                await Refuse(budget, context).ExecuteAsync(context);
            else
                // Without a body it becomes the console's page for this status.
                (context.Response.Headers.RetryAfter, context.Response.StatusCode) = (
                    $"{budget.ComeBack()}",
                    StatusCodes.Status503ServiceUnavailable
                );
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The caller has gone.
        }
    }

    private static async Task RunAsync(Budget budget, HttpContext context, RequestDelegate next)
    {
        try
        {
            await next(context);
        }
        finally
        {
            // A call that was sent away after all was not served: it says nothing of the pace.
            budget.Leave(served: context.Response.StatusCode != StatusCodes.Status429TooManyRequests);
        }
    }

    private sealed class Place(Admission admission) : IDisposable
    {
        private int _released;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _released, 1) == 0)
                Interlocked.Decrement(ref admission._waiting);
        }
    }
}
