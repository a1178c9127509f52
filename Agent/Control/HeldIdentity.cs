using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control;

/// <summary>
/// The identity in use, on disk and in memory. Every step of a replacement is on disk before the server hears of it: wherever either side
/// dies, this host still has a secret that the server accepts.
/// </summary>
/// <param name="state">Where it is kept.</param>
/// <param name="identity">As it was read.</param>
/// <param name="kept">Takes every new one into use.</param>
/// <param name="clock">Paces the looks at the file.</param>
/// <param name="log">Gets why one could not be kept.</param>
internal sealed class HeldIdentity(StateDirectory state, Identity identity, Action<Identity> kept, TimeProvider clock, AgentLog log)
{
    // Enough for years; without a limit the file would grow forever.
    private const int MostFormer = 16;

    private static readonly TimeSpan LookAtFile = TimeSpan.FromSeconds(3);

    /// <summary>The one in use.</summary>
    public Identity Now { get; private set; } = identity;

    /// <summary>Keeps it on disk, then in memory. A host that enrolled anew meanwhile is left unchanged.</summary>
    /// <returns>False when the one in use stays.</returns>
    public bool Keep(Identity next)
    {
        try
        {
            if (IdentityFile.Read(state.Root)?.HostId != Now.HostId)
                return false;
            IdentityFile.Write(state.Root, next);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            log.Warn($"The identity cannot be written: {e.Message} The secret in use stays.");
            return false;
        }
        Now = next;
        kept(next);
        return true;
    }

    /// <summary>
    /// The secret to use next, on disk before it is sent; <see langword="null"/> when the disk does not take it.
    /// </summary>
    public string? PrepareNextSecret() =>
        Now.NextSecret is { } made ? made
        : RandomSecrets.New() is var next && Keep(Now with { NextSecret = next }) ? next
        : null;

    /// <summary>Returns when the host was enrolled anew (<c>iwtune enroll --again</c>).</summary>
    public async Task WhenReplacedAsync(CancellationToken ct)
    {
        while (true)
        {
            await Task.Delay(LookAtFile, clock, ct);
            try
            {
                if (IdentityFile.Read(state.Root) is { } now && now.HostId != Now.HostId)
                    return;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or InvalidDataException)
            {
                // A file that is damaged or locked now is no other membership.
            }
        }
    }

    /// <summary>The former secrets when another one replaces the latest.</summary>
    public static IReadOnlyList<string> Former(string latest, IReadOnlyList<string> earlier) => [latest, .. earlier.Take(MostFormer - 1)];
}
