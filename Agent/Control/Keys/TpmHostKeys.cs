using System.Text;
using IwTune.Agent.Linux.Tpm;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Keys;

/// <summary>Host keys of a TPM 2.0. The file in the state directory has what the TPM wrapped: it is useless with another TPM.</summary>
/// <param name="state">The state directory.</param>
/// <param name="device">The TPM's device, or a Unix socket.</param>
public sealed class TpmHostKeys(string state, string device = TpmChannel.Device) : IHostKeys
{
    internal const string Extension = ".tpm";
    private const string Form = "iwtune-tpm-key 1";

    private readonly KeyFiles _files = new(state, Extension);
    private readonly TpmKeys _tpm = new(device);

    /// <summary>Whether this host has a TPM.</summary>
    public bool IsThere => _tpm.IsThere;

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Make()
    {
        try
        {
            var made = _tpm.Make();
            var key = new TpmHostKey("", _tpm, made);
            if (key.Sign("iwtune"u8) is (null, var unable))
                return (null, unable);
            var content = $"{Form}\n{Convert.ToBase64String(made.Private)}\n{Convert.ToBase64String(made.Public)}\n";
            var (name, problem) = _files.Write(TpmKeys.PublicKey(made), Encoding.ASCII.GetBytes(content));
            return name.Length == 0 ? (null, problem) : (new TpmHostKey(name, _tpm, made), "");
        }
        catch (TpmException e)
        {
            return (null, e.Message);
        }
    }

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Open(string name)
    {
        var (content, problem) = _files.Read(name);
        if (content is null)
            return (null, problem);
        try
        {
            return Encoding.ASCII.GetString(content).Split('\n') is [Form, var wrapped, var open, ..]
                ? (new TpmHostKey(name, _tpm, new(Convert.FromBase64String(wrapped), Convert.FromBase64String(open))), "")
                : (null, _files.Damaged(name));
        }
        catch (Exception e) when (e is FormatException or TpmException)
        {
            return (null, _files.Damaged(name));
        }
    }

    /// <inheritdoc/>
    public void Remove(string name) => _files.Remove(name);

    /// <inheritdoc/>
    public void KeepOnly(string? name) => _files.KeepOnly(name);
}
