using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Keys;

/// <summary>The host keys of a state directory: new ones in the TPM where there is one that takes them, otherwise in a file.</summary>
public sealed class HostKeyStore : IHostKeys
{
    private readonly FileHostKeys _file;
    private readonly TpmHostKeys? _tpm;

    private HostKeyStore(FileHostKeys file, TpmHostKeys? tpm) => (_file, _tpm) = (file, tpm);

    /// <summary>What keeps the keys on this host.</summary>
    /// <param name="state">The state directory.</param>
    public static IHostKeys In(string state) => new HostKeyStore(new(state), OperatingSystem.IsLinux() ? new(state) : null);

    /// <summary>The same with a TPM elsewhere.</summary>
    /// <param name="state">The state directory.</param>
    /// <param name="device">As in <see cref="TpmHostKeys"/>.</param>
    public static IHostKeys With(string state, string device) => new HostKeyStore(new(state), new(state, device));

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Make()
    {
        if (_tpm is not { IsThere: true } tpm)
            return _file.Make();
        var (key, problem) = tpm.Make();
        if (key is not null)
            return (key, "");
        var (second, further) = _file.Make();
        return (second, $"{problem} The host key is kept in a file instead. {further}".TrimEnd());
    }

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Open(string name) =>
        name.EndsWith(TpmHostKeys.Extension, StringComparison.Ordinal)
            ? _tpm?.Open(name) ?? (null, $"The key of this host is in a TPM, which this system does not use. {KeyFiles.WayOut}")
            : _file.Open(name);

    /// <inheritdoc/>
    public void Remove(string name)
    {
        _file.Remove(name);
        _tpm?.Remove(name);
    }

    /// <inheritdoc/>
    public void KeepOnly(string? name)
    {
        _file.KeepOnly(name);
        _tpm?.KeepOnly(name);
    }
}
