namespace IwTune.Server.Features.Rollouts.Advancing;

internal sealed partial class RolloutAdvancer
{
    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Rollouts cannot be taken on in the store; they stay where they are until it can be written"
    )]
    private partial void NotAdvanced(Exception why);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Rollout {Rollout} cannot be taken on; it stands still, and is tried again with every look"
    )]
    private partial void StandsStill(string rollout, Exception why);
}
