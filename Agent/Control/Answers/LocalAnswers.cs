using IwTune.Agent.Control.Loops;
using IwTune.Agent.Control.Traffic;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Answers;

/// <summary>The daemon's answers on its socket: one line for each verb.</summary>
internal sealed class LocalAnswers(
    StatusAnswer status,
    TrafficSight sight,
    ServerLoop server,
    ExperimentDesk experiments,
    LocalDeskAnswers desk,
    StandingAnswers standing
)
{
    /// <summary>Answers a request that its asker may make.</summary>
    public async ValueTask<LocalReply> AnswerAsync(LocalRequest request, CancellationToken ct)
    {
        try
        {
            return request.Verb switch
            {
                LocalVerb.Status => status.Now(),
                LocalVerb.Traffic => sight.Answer(),
                LocalVerb.Show => await desk.ShowAsync(ct),
                LocalVerb.Plan => await desk.PlanAsync(request.Content, ct),
                LocalVerb.Verify => await desk.VerifyAsync(ct),
                LocalVerb.Apply when request.Content is { } content => await desk.ApplyAsync(content, ct),
                LocalVerb.Confirm => await desk.ConfirmAsync(ct),
                LocalVerb.Rollback => await desk.RollbackAsync(request.All, ct),
                LocalVerb.RollbackChange => await desk.RollbackChangeAsync(request.Change, request.AndLater, ct),
                LocalVerb.Hold when request.Hold is { } hold => await standing.HoldAsync(hold, ct),
                LocalVerb.Release => await standing.ReleaseAsync(ct),
                LocalVerb.Override when request.Override is { } asked => await standing.OverrideAsync(asked, ct),
                LocalVerb.ExperimentStart when request.Experiment is { } asked => await experiments.StartAsync(asked, ct),
                LocalVerb.ExperimentStop => await experiments.StopAsync(request.By, ct),
                LocalVerb.Unenrol => await server.LeaveAsync(request.Force, ct),
                _ => LocalReply.Say(ExitCode.Usage, $"The daemon cannot do '{request.Verb}' with what was given."),
            };
        }
        catch (TunerUnavailableException e)
        {
            return LocalReply.Say(ExitCode.Error, $"The host cannot be read now: {e.Message}");
        }
    }
}
