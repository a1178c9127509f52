using System.Security.Cryptography;
using System.Text;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Keys;

/// <summary>Host keys in files of the state directory (PKCS #8, PEM), readable by the daemon's user alone, as the identity is.</summary>
/// <param name="state">The state directory.</param>
public sealed class FileHostKeys(string state) : IHostKeys
{
    internal const string Extension = ".key";

    private readonly KeyFiles _files = new(state, Extension);

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Make()
    {
        ECDsa? made = null;
        try
        {
            made = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var (name, problem) = _files.Write(
                made.ExportSubjectPublicKeyInfo(),
                Encoding.ASCII.GetBytes(made.ExportPkcs8PrivateKeyPem() + "\n")
            );
            if (name.Length == 0)
                return (null, problem);
            // A system that makes a key and cannot sign with it must be found before the server hears of the key.
            var key = new FileHostKey(name, made);
            var (signature, unable) = key.Sign("iwtune"u8);
            if (signature is null)
            {
                _files.Remove(name);
                return (null, unable);
            }
            made = null;
            return (key, "");
        }
        catch (Exception e) when (e is CryptographicException or PlatformNotSupportedException)
        {
            return (null, $"This system makes no P-256 keys: {e.Message}");
        }
        finally
        {
            made?.Dispose();
        }
    }

    /// <inheritdoc/>
    public (IHostKey? Key, string Problem) Open(string name)
    {
        var (content, problem) = _files.Read(name);
        if (content is null)
            return (null, problem);
        var key = ECDsa.Create();
        try
        {
            key.ImportFromPem(Encoding.ASCII.GetString(content));
            return (new FileHostKey(name, key), "");
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            key.Dispose();
            return (null, _files.Damaged(name));
        }
    }

    /// <inheritdoc/>
    public void Remove(string name) => _files.Remove(name);

    /// <inheritdoc/>
    public void KeepOnly(string? name) => _files.KeepOnly(name);
}
