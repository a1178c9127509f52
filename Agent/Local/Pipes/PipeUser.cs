using System.IO.Pipes;
using System.Runtime.Versioning;
using System.Security;
using System.Security.Principal;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local.Pipes;

/// <summary>A user at one end of a pipe, as the system reports it.</summary>
/// <param name="Sid">The security identifier; empty when the system does not report it.</param>
/// <param name="Name">With its domain where it can be looked up, otherwise the identifier.</param>
/// <param name="Elevated">
/// True when the administrators' group is enabled in the token; it is not in that of a prompt that is not elevated.
/// </param>
[SupportedOSPlatform("windows")]
internal sealed record PipeUser(string Sid, string Name, bool Elevated)
{
    /// <summary>The user this process runs as.</summary>
    public static PipeUser Own
    {
        get
        {
            using var identity = WindowsIdentity.GetCurrent();
            return Of(identity);
        }
    }

    /// <summary>The user who wrote into this pipe.</summary>
    public static PipeUser At(NamedPipeServerStream guest)
    {
        try
        {
            WindowsIdentity? identity = null;
            // Only the token is read in the guest's name: with identification alone nothing else could be opened.
            guest.RunAsClient(() => identity = WindowsIdentity.GetCurrent());
            using (identity)
                return Of(identity!);
        }
        catch (Exception e) when (e is IOException or SecurityException or UnauthorizedAccessException)
        {
            return new PipeUser("", "A user that Windows does not name", Elevated: false);
        }
    }

    /// <summary>
    /// The name of the owner of a pipe when it is neither the system, an administrator nor this user, who owns what this user makes
    /// (<see cref="WindowsIdentity.Owner"/>). Any user can make a pipe of any name while the daemon is away.
    /// </summary>
    public static string? Impostor(NamedPipeClientStream server)
    {
        if (server.GetAccessControl().GetOwner(typeof(SecurityIdentifier)) is not SecurityIdentifier owner)
            return "nobody";
        using var self = WindowsIdentity.GetCurrent();
        return
            owner.IsWellKnown(WellKnownSidType.LocalSystemSid)
            || owner.IsWellKnown(WellKnownSidType.BuiltinAdministratorsSid)
            || owner == self.User
            || owner == self.Owner
            ? null
            : NameOf(owner);
    }

    /// <summary>
    /// Why this user may not change the host; <see langword="null"/> when it may. An elevated daemon refuses its own user without
    /// elevation.
    /// </summary>
    public string? Refusal(PipeUser daemon) =>
        Elevated || (!daemon.Elevated && Sid == daemon.Sid)
            ? null
            : $"{Name} may read but not change this host: only an administrator with an elevated "
                + $"prompt{(daemon.Elevated ? "" : $" or {daemon.Name}, who runs the daemon,")} may. {HostWords.Here.UseElevated}.";

    private static PipeUser Of(WindowsIdentity identity) =>
        new(
            identity.User?.Value ?? "",
            identity.User is { } sid ? NameOf(sid) : "",
            new WindowsPrincipal(identity).IsInRole(WindowsBuiltInRole.Administrator)
        );

    private static string NameOf(SecurityIdentifier sid)
    {
        try
        {
            return sid.Translate(typeof(NTAccount)).Value;
        }
        catch (Exception e) when (e is IdentityNotMappedException or SystemException)
        {
            return sid.Value;
        }
    }
}
