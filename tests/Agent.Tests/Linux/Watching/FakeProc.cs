namespace IwTune.Agent.Tests.Linux.Watching;

/// <summary>A /proc with the few files that identify the writer of a route.</summary>
internal sealed class FakeProc : IDisposable
{
    private int _inodes = 5000;

    public FakeProc()
    {
        Directory.CreateDirectory(System.IO.Path.Combine(Path, "thread-self", "net"));
        File.WriteAllText(Sockets, "sk               Eth Pid        Groups   Rmem     Wmem     Dump  Locks    Drops    Inode\n");
    }

    public string Path { get; } = Directory.CreateTempSubdirectory("iwtune-proc-").FullName;

    private string Sockets => System.IO.Path.Combine(Path, "thread-self", "net", "netlink");

    public FakeProc Process(int pid, string name, int parent, int terminal = 0, uint login = uint.MaxValue, string typed = "")
    {
        var directory = Directory.CreateDirectory(System.IO.Path.Combine(Path, $"{pid}")).FullName;
        Directory.CreateDirectory(System.IO.Path.Combine(directory, "fd"));
        File.WriteAllText(System.IO.Path.Combine(directory, "stat"), $"{pid} ({name}) S {parent} {pid} {pid} {terminal} -1 4194560 0\n");
        File.WriteAllText(System.IO.Path.Combine(directory, "loginuid"), $"{login}");
        File.WriteAllText(System.IO.Path.Combine(directory, "cmdline"), typed.Replace(' ', '\0') + '\0');
        return this;
    }

    /// <summary>A netlink socket of a process that has it open, or of no visible process.</summary>
    public FakeProc Socket(uint port, int? owner, int protocol = 0)
    {
        var inode = _inodes++;
        File.AppendAllText(
            Sockets,
            $"00000000abe2168a {protocol, -3} {port, -10} 00000551 0        0        0     2        0        {inode}  \n"
        );
        if (owner is { } pid)
            File.CreateSymbolicLink(System.IO.Path.Combine(Path, $"{pid}", "fd", $"{inode}"), $"socket:[{inode}]");
        return this;
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
