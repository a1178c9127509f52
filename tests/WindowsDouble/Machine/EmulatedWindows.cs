using System.Text.Json;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Machine;

/// <summary>
/// One emulated Windows in one JSON file. What is wrong with it (<c>.faults</c>) and which commands it was given (<c>.calls</c>) stand in
/// files beside it, so that two states of the machine can be compared byte for byte.
/// </summary>
/// <param name="path">The state file.</param>
public sealed class EmulatedWindows(string path)
{
    /// <summary>The state file.</summary>
    public string Path { get; } = path;

    /// <summary>What it is like.</summary>
    public Profile Profile => Profile.Of(Read().Profile);

    /// <summary>Every command it was given, in order, each with how it ended.</summary>
    public IReadOnlyList<string> Calls => File.Exists(CallsPath) ? File.ReadAllLines(CallsPath) : [];

    private string FaultsPath => Path + ".faults";

    private string CallsPath => Path + ".calls";

    /// <summary>A machine as it comes out of the box.</summary>
    public static EmulatedWindows Create(string path, Profile profile, string locale = "en-US")
    {
        var machine = new EmulatedWindows(path);
        machine.Write(profile.FreshState(locale));
        return machine;
    }

    /// <summary>What it is now.</summary>
    public MachineState Read() => JsonSerializer.Deserialize(File.ReadAllBytes(Path), MachineJson.Default.MachineState)!;

    /// <summary>The state, byte for byte.</summary>
    public string Print() => File.ReadAllText(Path);

    /// <summary>Somebody changes it, alone.</summary>
    public MachineState Change(Func<MachineState, MachineState> change)
    {
        using var alone = FileLock.Take(Path);
        return Apply(change);
    }

    /// <summary>This goes wrong from now on, besides what goes wrong already.</summary>
    public void Arm(params Fault[] faults)
    {
        using var alone = FileLock.Take(Path);
        WriteFaults([.. ReadFaults(), .. faults]);
    }

    /// <summary>Nothing goes wrong any more.</summary>
    public void Disarm()
    {
        using var alone = FileLock.Take(Path);
        File.Delete(FaultsPath);
    }

    /// <summary>One command of one tool is carried out, alone: the answer is worked out of the state, and may change it.</summary>
    /// <param name="tool">Which.</param>
    /// <param name="writes">True for a command that is to change something.</param>
    /// <param name="command">As it is written into the list of calls.</param>
    /// <param name="answer">Gets the machine and what goes wrong this time; returns what the tool says, and how it is listed.</param>
    internal T Serve<T>(Tool tool, bool writes, string command, Func<Access, (T Answer, string Ending)> answer)
    {
        using var alone = FileLock.Take(Path);
        var faults = ReadFaults();
        var now = faults.FindAll(fault => fault.Concerns(tool, writes) && fault.After == 0);
        if (faults.Exists(fault => fault.Concerns(tool, writes)))
            WriteFaults([
                .. faults.Select(fault => fault.Concerns(tool, writes) ? fault.Passed() : fault).Where(fault => fault.Times != 0),
            ]);
        var (answered, ending) = answer(new Access(Read(), now, change => Apply(change)));
        File.AppendAllText(CallsPath, $"{command} -> {ending}\n");
        return answered;
    }

    private MachineState Apply(Func<MachineState, MachineState> change)
    {
        var changed = change(Read());
        Write(changed);
        return changed;
    }

    private void Write(MachineState state) =>
        AtomicFile.Write(Path, JsonSerializer.SerializeToUtf8Bytes(state, MachineJson.Default.MachineState));

    private List<Fault> ReadFaults() =>
        File.Exists(FaultsPath) ? JsonSerializer.Deserialize(File.ReadAllBytes(FaultsPath), MachineJson.Default.ListFault)! : [];

    private void WriteFaults(List<Fault> faults) =>
        AtomicFile.Write(FaultsPath, JsonSerializer.SerializeToUtf8Bytes(faults, MachineJson.Default.ListFault));
}
