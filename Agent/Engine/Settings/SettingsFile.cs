using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Settings;

/// <summary>The settings file of a state directory. The first reading must succeed; later ones keep the last good settings.</summary>
public sealed class SettingsFile
{
    private readonly string _path;
    private readonly Func<CentralSettings> _central;
    private HostSettings _own = HostSettings.Default;

    private SettingsFile(StateDirectory state, Func<CentralSettings> central)
    {
        _path = state.Settings;
        _central = central;
        Central = _central();
    }

    /// <summary>The settings in force: the file's, and what was decided centrally above them.</summary>
    public HostSettings Settings => Central.Over(_own);

    /// <summary>What was decided above the file, as last read.</summary>
    public CentralSettings Central { get; private set; }

    /// <summary>Why the present file is not used, as a sentence; empty when it is.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>The keys that the file writes, as in <c>repairs.max</c>.</summary>
    public IReadOnlySet<string> Written { get; private set; } = new HashSet<string>(StringComparer.Ordinal);

    /// <summary>True when this user may not read the file.</summary>
    public bool Unseen { get; private set; }

    /// <summary>For a process that acts by the settings: it must do nothing without knowing the administrator's decisions.</summary>
    /// <exception cref="StateUnusableException">
    /// The file is there and cannot be read or is not valid; the message lists every problem with its place.
    /// </exception>
    public static SettingsFile Load(StateDirectory state, Func<CentralSettings> central)
    {
        var file = new SettingsFile(state, central);
        var (settings, problem, cause) = file.Read();
        file._own = settings ?? throw new StateUnusableException($"{problem} Nothing was done.{HostWords.Here.WayOut(cause)}", cause!);
        return file;
    }

    /// <summary>For a process that only reads, or that restores: no spelling mistake may prevent a restore.</summary>
    public static SettingsFile Peek(StateDirectory state, Func<CentralSettings> central)
    {
        var file = new SettingsFile(state, central);
        file.Reload();
        return file;
    }

    /// <summary>Reads the file anew; a broken one changes nothing but <see cref="Problem"/>.</summary>
    public void Reload()
    {
        var (settings, problem, cause) = Read();
        _own = settings ?? _own;
        LookAtCentral();
        Unseen = cause is UnauthorizedAccessException;
        Problem = settings is null ? $"{problem} The previous settings stay in force." : "";
    }

    /// <summary>Reads the central decisions anew.</summary>
    /// <returns>True when they changed.</returns>
    public bool LookAtCentral()
    {
        var before = Settings;
        Central = _central();
        return Settings != before;
    }

    private (HostSettings? Settings, string Problem, Exception? Cause) Read()
    {
        try
        {
            var read = HostSettingsReader.Read(SharedFile.ReadAllText(_path));
            Written = read.Settings is null ? Written : read.Written;
            return (read.Settings, $"{_path} is not valid: {string.Join("; ", read.Problems)}.", null);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            Written = new HashSet<string>(StringComparer.Ordinal);
            return (HostSettings.Default, "", null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"{_path} cannot be read: {e.Message}", e);
        }
    }
}
