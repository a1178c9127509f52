using IwTune.Shared.Policies;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>The agent's program in the kernel, attached, over its table.</summary>
internal sealed class AttachedProgram : IDisposable
{
    private readonly string _group;
    private readonly WindowMap _map;
    private readonly Attachment _attachment;

    private AttachedProgram(string group, WindowMap map, Attachment attachment, uint id) =>
        (_group, _map, _attachment, Id) = (group, map, attachment, id);

    /// <summary>The kernel's number of it.</summary>
    public uint Id { get; }

    /// <summary>Attaches the program with its table filled.</summary>
    /// <param name="group">The control group.</param>
    /// <param name="windows">The table.</param>
    /// <param name="name">The host's program, or that of a container.</param>
    /// <exception cref="BpfException">Refused.</exception>
    public static AttachedProgram Attach(string group, IReadOnlyDictionary<Prefix, Window> windows, string name = SockOpsPrograms.OwnName)
    {
        if (ProgramQuery.Of(group, inherited: true).FirstOrDefault(program => program.Name == name) is { } other)
            throw new BpfException(
                $"another agent's program {other} is attached to the control group {group} or one above it; only one agent can run there"
            );
        var map = WindowMap.Create();
        SafeFileHandle? program = null;
        try
        {
            foreach (var (destination, window) in windows)
                map.Set(destination, window);
            program = LoadedProgram.Load(name, WindowProgram.Code(map.Descriptor, ofContainer: name == SockOpsPrograms.ContainerName));
            return new AttachedProgram(group, map, Attachment.To(group, program), ProgramQuery.IdOf(program));
        }
        catch
        {
            program?.Dispose();
            map.Dispose();
            throw;
        }
    }

    /// <summary>False when another process detached it or removed the group.</summary>
    public bool StillThere()
    {
        try
        {
            return ProgramQuery.Of(_group, inherited: false).Any(program => program.Id == Id);
        }
        catch (BpfException gone) when (gone.Errno == Errno.NotFound)
        {
            return false;
        }
    }

    public Dictionary<Prefix, Window> Windows() => _map.Read();

    /// <summary>
    /// What the program of another process gives; empty when there is none or this process may not read it, which takes CAP_SYS_ADMIN.
    /// </summary>
    public static Dictionary<Prefix, Window>? WindowsOfAnother(string group, string name = SockOpsPrograms.OwnName)
    {
        try
        {
            if (ProgramQuery.Of(group, inherited: true).FirstOrDefault(program => program.Name == name) is not { } other)
                return null;
            using var map = ProgramQuery.MapOf(other.Id) is { } id ? WindowMap.TryOpen(id) : null;
            return map?.Read();
        }
        catch (BpfException)
        {
            return null;
        }
    }

    /// <summary>
    /// Updates the table to these windows; connections that begin meanwhile get the old or the new window of their destination.
    /// </summary>
    /// <exception cref="BpfException">Refused, as when it is full.</exception>
    public void Rewrite(IReadOnlyDictionary<Prefix, Window> wanted)
    {
        var now = _map.Read();
        foreach (var (destination, window) in wanted)
        {
            if (!now.TryGetValue(destination, out var found) || found != window)
                _map.Set(destination, window);
        }
        foreach (var gone in now.Keys.Where(destination => !wanted.ContainsKey(destination)))
            _map.Remove(gone);
    }

    public void Dispose()
    {
        _attachment.Dispose();
        _map.Dispose();
    }
}
