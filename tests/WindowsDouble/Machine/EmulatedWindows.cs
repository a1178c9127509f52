using System.Text.Json;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.WindowsDouble.Machine;

/// <summary>
/// One emulated Windows in one JSON file. Its faults (<c>.faults</c>) and its commands (<c>.calls</c>) are in files beside it, so that two
/// states of the machine can be compared byte for byte.
/// </summary>
/// <param name="path">The state file.</param>
public sealed class EmulatedWindows(string path)
{
    /// <summary>The state file.</summary>
    public string Path { get; } = path;

    /// <summary>Its profile.</summary>
    public Profile Profile => Profile.Of(Read().Profile);

    /// <summary>Every command it was given, in order, each with its result.</summary>
    public IReadOnlyList<string> Calls => File.Exists(CallsPath) ? File.ReadAllLines(CallsPath) : [];

    private string FaultsPath => Path + ".faults";

    private string CallsPath => Path + ".calls";

    /// <summary>A machine in its factory state.</summary>
    public static EmulatedWindows Create(string path, Profile profile, string locale = "en-US")
    {
        var machine = new EmulatedWindows(path);
        machine.Write(profile.FreshState(locale));
        return machine;
    }

    /// <summary>Its current state.</summary>
    public MachineState Read() => JsonSerializer.Deserialize(File.ReadAllBytes(Path), MachineJson.Default.MachineState)!;

    /// <summary>The state, byte for byte.</summary>
    public string Print() => File.ReadAllText(Path);

    /// <summary>Another program changes it, under the lock.</summary>
    public MachineState Change(Func<MachineState, MachineState> change)
    {
        using var alone = FileLock.Take(Path);
        return Apply(change);
    }

    /// <summary>Adds this fault to the existing ones, from now on.</summary>
    public void Arm(params Fault[] faults)
    {
        using var alone = FileLock.Take(Path);
        WriteFaults([.. ReadFaults(), .. faults]);
    }

    /// <summary>Removes all faults.</summary>
    public void Disarm()
    {
        using var alone = FileLock.Take(Path);
        File.Delete(FaultsPath);
    }

    /// <summary>One command of one tool is carried out under the lock: the answer is computed from the state, and may change it.</summary>
    /// <param name="tool">The tool.</param>
    /// <param name="writes">True for a command that changes something.</param>
    /// <param name="command">The text for the list of calls.</param>
    /// <param name="answer">
    /// Receives the machine and the faults of this command; returns the tool's answer, and the text for the list.
    /// </param>
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
