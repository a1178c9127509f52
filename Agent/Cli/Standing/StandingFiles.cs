using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Standing;

/// <summary>Writing a hold, an override or the note of a check without a daemon.</summary>
internal static class StandingFiles
{
    /// <exception cref="StateUnusableException">It could not be written; the message says why.</exception>
    public static void Write(StateDirectory state, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException($"{state.Root} cannot be written: {e.Message} Nothing was changed.", e);
        }
    }
}
