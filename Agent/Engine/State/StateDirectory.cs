using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Files;

namespace IwTune.Agent.Engine.State;

/// <summary>The directory that holds everything the agent must remember, readable by its own user only.</summary>
public sealed class StateDirectory
{
    private StateDirectory(string path) => Root = path;

    /// <summary>The default path.</summary>
    public static string DefaultPath =>
        OperatingSystem.IsWindows()
            ? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "IwTune")
            : "/var/lib/iwtune";

    /// <summary>Its full path.</summary>
    public string Root { get; }

    /// <summary>Whether it is there.</summary>
    public bool Exists => Directory.Exists(Root);

    /// <summary>For a verb that finds none: why nothing is known, and what that does not mean.</summary>
    public string Missing =>
        $"There is no state directory {Root}, so it is not known what iwtune changed here. If it was lost, windows may still be "
        + "set: 'iwtune show' shows them. If it is elsewhere, name it with --state.";

    /// <summary>For a verb that finds no change in it: a lost history leaves windows behind that it does not name.</summary>
    public string Empty =>
        $"{Root} records no change of iwtune. If its history was lost, windows may still be set: 'iwtune show' shows them. If it is "
        + "elsewhere, name it with --state.";

    /// <summary>Before-images and history.</summary>
    public string Journal => File("journal");

    /// <summary>The armed dead-man timer.</summary>
    public string Pending => File("pending.json");

    /// <summary>The host's own limits, written by its administrator.</summary>
    public string Limits => File("limits.yaml");

    /// <summary>What its administrator decides about the agent itself.</summary>
    public string Settings => File("agent.yaml");

    /// <summary>Any other file in it.</summary>
    public string File(string name) => Path.Combine(Root, name);

    /// <summary>Names it without touching the disk, for verbs that only read.</summary>
    public static StateDirectory At(string path) => new(Path.GetFullPath(path));

    /// <summary>Makes it when it is not there.</summary>
    /// <exception cref="StateUnusableException">It cannot be made, or may not be written.</exception>
    public static StateDirectory Open(string path)
    {
        var state = At(path);
        try
        {
            if (OperatingSystem.IsWindows())
                OwnDirectory.Open(state.Root);
            else
                Directory.CreateDirectory(state.Root, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
            return state;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StateUnusableException(
                $"The state directory {state.Root} cannot be created: {e.Message} Nothing was changed. {HostWords.Here.RunElevated}, or "
                    + "name another with --state.",
                e
            );
        }
    }
}
