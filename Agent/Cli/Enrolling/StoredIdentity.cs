using IwTune.Agent.Control;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>The identity in the state directory, for verbs that call the server.</summary>
internal static class StoredIdentity
{
    /// <returns><see langword="null"/> for a host that is not enrolled.</returns>
    /// <exception cref="StateUnusableException">It is damaged, or this user may not read it.</exception>
    public static Identity? Read(StateDirectory state)
    {
        try
        {
            return IdentityFile.Read(state.Root);
        }
        catch (InvalidDataException e)
        {
            throw new StateUnusableException(e.Message, e);
        }
        catch (UnauthorizedAccessException e)
        {
            throw new StateUnusableException(
                $"{state.Root} may not be read by this user. Nothing was sent. {HostWords.Here.RunElevated}, or name another with --state.",
                e
            );
        }
    }
}
