using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Engine.Settings;

/// <summary>The settings file of a state directory. The first reading must succeed; later ones keep the last good settings.</summary>
public sealed class SettingsFile
{
    private readonly string _path;

    private SettingsFile(StateDirectory state) => _path = state.Settings;

    /// <summary>The settings in force.</summary>
    public HostSettings Settings { get; private set; } = HostSettings.Default;

    /// <summary>Why the file as it is now is not used, as a sentence; empty when it is.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>True when this user may not read the file.</summary>
    public bool Unseen { get; private set; }

    /// <summary>For whoever acts by the settings: without knowing what the administrator said nothing must be done.</summary>
    /// <exception cref="StateUnusableException">The file is there and cannot be read or is not valid; the message lists every problem with its place.</exception>
    public static SettingsFile Load(StateDirectory state)
    {
        var file = new SettingsFile(state);
        var (settings, problem, cause) = file.Read();
        file.Settings = settings ?? throw new StateUnusableException($"{problem} Nothing was done.", cause!);
        return file;
    }

    /// <summary>For whoever only looks, and for whoever puts back, which no spelling mistake may prevent.</summary>
    public static SettingsFile Peek(StateDirectory state)
    {
        var file = new SettingsFile(state);
        file.Reload();
        return file;
    }

    /// <summary>Reads the file anew; a broken one changes nothing but <see cref="Problem"/>.</summary>
    public void Reload()
    {
        var (settings, problem, cause) = Read();
        Settings = settings ?? Settings;
        Unseen = cause is UnauthorizedAccessException;
        Problem = settings is null ? $"{problem} The settings that were in force stay." : "";
    }

    private (HostSettings? Settings, string Problem, Exception? Cause) Read()
    {
        try
        {
            var read = HostSettingsReader.Read(SharedFile.ReadAllText(_path));
            return (read.Settings, $"{_path} is not valid: {string.Join("; ", read.Problems)}.", null);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return (HostSettings.Default, "", null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"{_path} cannot be read: {e.Message}", e);
        }
    }
}
