using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Storage;
using Net.Pkcs11Interop.Common;
using Net.Pkcs11Interop.HighLevelAPI;

namespace IwTune.Server.Hosting.Keys.Tokens;

/// <summary>
/// Tokens behind a PKCS #11 module, the library that comes with them: keys are made in them, sign in them, and never leave them.
/// </summary>
internal sealed class TokenModule
{
    private const int IdBytes = 16;

    // A process initializes a module once and shares its logins (PKCS #11 v2.40, 5.4 and 5.6), so it is never unloaded either.
    private static readonly ConcurrentDictionary<string, Lazy<IPkcs11Library>> Loaded = new(StringComparer.Ordinal);

    private readonly ConcurrentDictionary<string, TokenSession> _sessions = new(StringComparer.Ordinal);
    private readonly IPkcs11Library _library;
    private readonly byte[] _pin;

    private TokenModule(IPkcs11Library library, byte[] pin) => (_library, _pin) = (library, pin);

    /// <summary>Loads the module of <c>--token-module</c> with the PIN of <c>--token-pin-file</c>. It calls no token yet.</summary>
    /// <returns><see langword="null"/> when none is named.</returns>
    /// <exception cref="StorageUnusableException">Either cannot be read.</exception>
    public static TokenModule? Load(string? module, string? pinFile)
    {
        if (module is null)
            return pinFile is null
                ? null
                : throw new StorageUnusableException(
                    "--token-pin-file is of no use without --token-module, the library that came with the token."
                );
        if (pinFile is null)
            throw new StorageUnusableException("--token-module needs --token-pin-file, a file whose first line is the user's PIN.");
        return new(Library(Path.GetFullPath(module)), Pin(pinFile));
    }

    /// <summary>The module, where one was named.</summary>
    /// <param name="given">The module; <see langword="null"/> when none was named.</param>
    /// <param name="token">The token that is needed.</param>
    /// <exception cref="StorageUnusableException">None was named.</exception>
    public static TokenModule Needed(TokenModule? given, string token) =>
        given
        ?? throw new StorageUnusableException(
            $"A private key in the token '{token}' needs --token-module, the library that came with the token, and --token-pin-file, a "
                + "file whose first line is the user's PIN."
        );

    /// <summary>An existing key.</summary>
    /// <exception cref="StorageUnusableException">The token, or the key in it, is not there, or the PIN is refused.</exception>
    public TokenKey Open(TokenKeyName name) => new(Session(name.Token), name);

    /// <summary>Makes a P-256 pair in a token.</summary>
    /// <param name="token">The token's label.</param>
    /// <param name="label">What the token's own tools show for the key.</param>
    /// <exception cref="StorageUnusableException">As <see cref="Open"/>.</exception>
    public TokenKey Make(string token, string label)
    {
        var name = new TokenKeyName(token, RandomNumberGenerator.GetBytes(IdBytes));
        Session(token).Make(name.Id.ToArray(), label);
        return Open(name);
    }

    /// <summary>Deletes a key from its token; one that is not there is deleted already.</summary>
    /// <exception cref="StorageUnusableException">The token is not there.</exception>
    public void Delete(TokenKeyName name) => Session(name.Token).Delete(name.Id.ToArray());

    private TokenSession Session(string token) => _sessions.GetOrAdd(token, label => new(_library, label, _pin));

    private static IPkcs11Library Library(string path)
    {
        try
        {
            DynamicLinker.Name();
            var factories = new Pkcs11InteropFactories();
            return Loaded
                .GetOrAdd(path, file => new(() => factories.Pkcs11LibraryFactory.LoadPkcs11Library(factories, file, AppType.MultiThreaded)))
                .Value;
        }
        catch (Exception unusable)
            when (unusable is UnmanagedException or Pkcs11Exception or LibraryArchitectureException or BadImageFormatException)
        {
            Loaded.TryRemove(path, out _);
            throw new StorageUnusableException(
                $"--token-module: {path} is no PKCS #11 module that can be loaded here: {unusable.Message}",
                unusable
            );
        }
    }

    private static byte[] Pin(string file)
    {
        try
        {
            return Encoding.UTF8.GetBytes(
                File.ReadLines(file).FirstOrDefault()?.Trim() is { Length: > 0 } pin
                    ? pin
                    : throw new StorageUnusableException($"--token-pin-file: {file} is empty; its first line is the PIN.")
            );
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"--token-pin-file: {file} cannot be read: {denied.Message}", denied);
        }
    }
}
