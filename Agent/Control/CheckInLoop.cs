using System.Text.Json;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>
/// Reports again and again what the host has now, and takes the bundle that the server has instead. Level-triggered: nothing depends on an
/// earlier answer.
/// </summary>
/// <param name="identity">The membership; decides how long a call is held open.</param>
/// <param name="call">Sends a check-in; the flag asks for a connection of its own.</param>
/// <param name="intake">Tries the bundles.</param>
/// <param name="reports">What the host has.</param>
/// <param name="verifier">Judges bundles.</param>
/// <param name="counter">Numbers the check-ins.</param>
/// <param name="bootId">As in <see cref="CheckInRequest.BootId"/>.</param>
/// <param name="backOff">Pauses after a failure.</param>
/// <param name="clock">Measures pauses and ages.</param>
/// <param name="log">Gets a line when the server is lost or found.</param>
public sealed class CheckInLoop(
    Identity identity,
    Func<string, ReadOnlyMemory<byte>, TimeSpan, bool, CancellationToken, Task<ServerAnswer>> call,
    BundleIntake intake,
    HostReports reports,
    BundleVerifier verifier,
    CheckInCounter counter,
    string bootId,
    BackOff backOff,
    TimeProvider clock,
    AgentLog log
)
{
    /// <summary>What an answer may take beyond the time the server was asked to wait.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(15);

    /// <summary>The shortest time between two check-ins that only a change of the host caused.</summary>
    private static readonly TimeSpan Spacing = TimeSpan.FromSeconds(1);

    private bool _first = true;
    private bool _obeying;
    private int _earlyAnswers;
    private string _told = "";

    /// <summary>When the server last answered; <see langword="null"/> for never.</summary>
    public DateTimeOffset? LastContact { get; private set; }

    /// <summary>Why the server cannot be used now, as a sentence; empty when it can.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>
    /// When the server is called again after a failure; <see langword="null"/> when it was reached, and while it is being called.
    /// </summary>
    public DateTimeOffset? NextAttempt { get; private set; }

    /// <summary>
    /// How this host stands, when the server does not serve it as a member; <see langword="null"/> when it does, or was not reached yet.
    /// </summary>
    public MembershipNotice? Standing { get; private set; }

    /// <summary>As in <see cref="CheckInRequest.Reported"/>.</summary>
    public Func<long?> Reported { get; init; } = () => null;

    /// <summary>As in <see cref="CheckInRequest.Nonce"/>.</summary>
    public Func<string?> Nonce { get; init; } = () => null;

    /// <summary>As in <see cref="CheckInRequest.Trust"/>.</summary>
    public Func<long?> TrustNumber { get; init; } = () => null;

    /// <summary>Receives what this host must trust, according to an accepted bundle.</summary>
    public Action<Trust> Announced { get; init; } = _ => { };

    /// <summary>Called with every answer of the server, before the loop acts on it.</summary>
    public Func<ServerAnswer, CancellationToken, Task> Heard { get; init; } = (_, _) => Task.CompletedTask;

    /// <summary>Called when the server has accepted a check-in.</summary>
    public Action Reached { get; init; } = () => { };

    /// <summary>Checks in until cancelled.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            var pause = await OnceAsync(ct);
            if (pause > TimeSpan.Zero)
                await RestAsync(pause, ct);
            NextAttempt = null;
        }
    }

    /// <summary>One check-in.</summary>
    /// <returns>How long to pause before the next.</returns>
    internal async Task<TimeSpan> OnceAsync(CancellationToken ct)
    {
        var pause = await CheckInAsync(ct);
        NextAttempt = Problem.Length > 0 ? clock.GetUtcNow() + pause : null;
        if (Problem.Length > 0 && Problem != _told)
            log.Warn(
                $"{Problem} What was enforced before stays. Next attempt in {Math.Ceiling(pause.TotalSeconds):0} s, at {NextAttempt:u}."
            );
        _told = Problem;
        return pause;
    }

    private async Task<TimeSpan> CheckInAsync(CancellationToken ct)
    {
        var waiting = intake.WaitsForServer;
        var wait = _first || waiting is not null ? 0 : identity.Schedule.WaitSeconds;
        var asked = clock.GetTimestamp();
        var answer = await CallAsync(wait, fresh: waiting is not null, ct);
        if (answer is null)
            return Spacing; // The host changed while the call was open: report it at once.
        if (!answer.Unreachable)
            await Heard(answer, ct);
        if (!answer.Granted)
            return Lost(answer);
        Found();
        if (waiting is { } transaction)
            await intake.ReachedAsync(transaction, ct);
        _first = false;
        if (answer.Status == 204)
            return Unchanged(wait, clock.GetElapsedTime(asked));
        _earlyAnswers = 0;
        var envelope = answer.Read(AgentJson.Default.Envelope);
        if (envelope is not null && await intake.OfferAsync(envelope, verifier, Announced, ct))
        {
            backOff.Reset();
            return TimeSpan.Zero;
        }
        if (envelope is null)
            Problem = "The server's answer to a check-in cannot be understood. Server and agent may be of different versions.";
        return backOff.Next(); // A server that repeats what was refused must not make the loop hot.
    }

    /// <summary>Waits until a pause is over, unless a dead-man timer starts to wait for contact with the server meanwhile.</summary>
    private async Task RestAsync(TimeSpan pause, CancellationToken ct)
    {
        var start = clock.GetTimestamp();
        var before = intake.WaitsForServer;
        while (pause - clock.GetElapsedTime(start) is var left && left > TimeSpan.Zero)
        {
            if (await reports.Changed.WaitAsync(left, clock, ct) && !_obeying && intake.WaitsForServer != before)
                return;
        }
    }

    private async Task<ServerAnswer?> CallAsync(int wait, bool fresh, CancellationToken ct)
    {
        reports.Changed.Clear();
        var (held, rejected) = intake.Holding;
        CheckInRequest request;
        try
        {
            request = new CheckInRequest(
                held,
                reports.Latest?.StateHash ?? "",
                bootId,
                counter.Next(),
                rejected,
                intake.Floor,
                Reported(),
                Nonce(),
                TrustNumber(),
                intake.Restored
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ServerAnswer.Unanswered($"The check-in counter cannot be written: {e.Message} Free space or mend the state directory.");
        }
        using var cut = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var body = JsonSerializer.SerializeToUtf8Bytes(request, AgentJson.Default.CheckInRequest);
        var calling = call($"{AgentPaths.CheckIn}?wait={wait}", body, TimeSpan.FromSeconds(wait) + Grace, fresh, cut.Token);
        if (wait == 0)
            return await calling;
        var changed = reports.Changed.WaitAsync(cut.Token);
        await Task.WhenAny(calling, changed);
        await cut.CancelAsync();
        await changed.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        try
        {
            return await calling;
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return null;
        }
    }

    private void Found()
    {
        if (Problem.Length > 0)
            log.Info($"The server {identity.Server.Authority} answers again.");
        LastContact = clock.GetUtcNow();
        Problem = "";
        Standing = null;
        _obeying = false;
        Reached();
    }

    private TimeSpan Lost(ServerAnswer answer)
    {
        var problem = answer is { Unknown: true, Membership: null, ProofError: "" }
            ? $"The server does not know this host any more: {answer.Problem} 'iwtune enroll --again' enrols again, with a token."
            : answer.Problem;
        Problem = problem;
        // After the problem: a reader that sees a contact without a problem takes the host for served.
        if (!answer.Unreachable)
        {
            LastContact = clock.GetUtcNow();
            Standing = answer.Membership;
        }
        _first = true;
        _obeying = answer.RetryAfter is not null;
        // An administrator may approve it any moment: the server says how often to ask.
        if (answer is { Membership.State: MembershipState.Waiting, RetryAfter: { } ask })
            return backOff.Obeyed(ask);
        return intake.Pending is not null && answer.RetryAfter is null ? backOff.Urgent() : backOff.Next(answer.RetryAfter);
    }

    /// <summary>A server that does not hold calls open is polled in the host's slot instead of in a tight loop.</summary>
    private TimeSpan Unchanged(int wait, TimeSpan took)
    {
        backOff.Reset();
        _earlyAnswers = wait > 0 && took < TimeSpan.FromSeconds(wait / 2.0) ? _earlyAnswers + 1 : 0;
        if (_earlyAnswers < 3)
            return TimeSpan.Zero;
        var pause = backOff.Next();
        backOff.Reset();
        return pause;
    }
}
