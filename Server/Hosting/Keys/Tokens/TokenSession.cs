using System.Formats.Asn1;
using IwTune.Server.Storage;
using Net.Pkcs11Interop.Common;
using Net.Pkcs11Interop.HighLevelAPI;
using ISession = Net.Pkcs11Interop.HighLevelAPI.ISession;

namespace IwTune.Server.Hosting.Keys.Tokens;

/// <summary>
/// A session with one token. It does one thing at a time (PKCS #11 v2.40, 5.2); a session that the token dropped, because it was restarted,
/// is opened again.
/// </summary>
internal sealed class TokenSession(IPkcs11Library library, string token, byte[] pin)
{
    // prime256v1, 1.2.840.10045.3.1.7 (RFC 5480, 2.1.1.1), DER.
    private static readonly byte[] P256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07];
    private readonly Lock _gate = new();

    // Each search would be three more calls to the token for every signature. A handle that is no longer valid is found again with a new
    // session.
    private readonly Dictionary<string, IObjectHandle> _private = new(StringComparer.Ordinal);
    private ISession? _session;
    private string? _refused;

    /// <summary>Signs a hash.</summary>
    /// <returns>r and s, 32 bytes each.</returns>
    public byte[] Sign(byte[] id, byte[] hash) =>
        Use(session =>
        {
            using var ecdsa = session.Factories.MechanismFactory.Create(CKM.CKM_ECDSA);
            return session.Sign(ecdsa, Private(session, id), hash);
        });

    /// <summary>The public half: 0x04, x and y (SEC 1, 2.3.3).</summary>
    public byte[] Point(byte[] id) =>
        Use(session =>
        {
            _ = Private(session, id);
            var key = Find(session, CKO.CKO_PUBLIC_KEY, id) ?? throw Missing(id);
            var value = session.GetAttributeValue(key, [CKA.CKA_EC_POINT])[0].GetValueAsByteArray();
            // An octet string that holds the point; older modules give the point itself.
            return value.Length == TokenKey.PointBytes ? value : AsnDecoder.ReadOctetString(value, AsnEncodingRules.DER, out _);
        });

    public void Make(byte[] id, string label) =>
        Use(session =>
        {
            var make = session.Factories.ObjectAttributeFactory;
            using var generator = session.Factories.MechanismFactory.Create(CKM.CKM_EC_KEY_PAIR_GEN);
            session.GenerateKeyPair(
                generator,
                [
                    make.Create(CKA.CKA_TOKEN, true),
                    make.Create(CKA.CKA_VERIFY, true),
                    make.Create(CKA.CKA_ID, id),
                    make.Create(CKA.CKA_LABEL, label),
                    make.Create(CKA.CKA_EC_PARAMS, P256),
                ],
                [
                    make.Create(CKA.CKA_TOKEN, true),
                    make.Create(CKA.CKA_PRIVATE, true),
                    make.Create(CKA.CKA_SENSITIVE, true),
                    make.Create(CKA.CKA_EXTRACTABLE, false),
                    make.Create(CKA.CKA_SIGN, true),
                    make.Create(CKA.CKA_ID, id),
                    make.Create(CKA.CKA_LABEL, label),
                ],
                out _,
                out _
            );
            return true;
        });

    public void Delete(byte[] id) =>
        Use(session =>
        {
            _private.Remove(Convert.ToHexStringLower(id));
            foreach (var kind in new[] { CKO.CKO_PRIVATE_KEY, CKO.CKO_PUBLIC_KEY })
                if (Find(session, kind, id) is { } key)
                    session.DestroyObject(key);
            return true;
        });

    private IObjectHandle Private(ISession session, byte[] id)
    {
        var shown = Convert.ToHexStringLower(id);
        if (!_private.TryGetValue(shown, out var key))
            _private[shown] = key = Find(session, CKO.CKO_PRIVATE_KEY, id) ?? throw Missing(id);
        return key;
    }

    private static IObjectHandle? Find(ISession session, CKO kind, byte[] id)
    {
        var make = session.Factories.ObjectAttributeFactory;
        return session.FindAllObjects([make.Create(CKA.CKA_CLASS, kind), make.Create(CKA.CKA_ID, id)]).FirstOrDefault();
    }

    private T Use<T>(Func<ISession, T> act)
    {
        lock (_gate)
        {
            try
            {
                if (_session is not null && Tried(act, _session) is (true, var result))
                    return result;
                return act(_session = Open());
            }
            catch (Pkcs11Exception failed)
            {
                throw new StorageUnusableException(
                    $"The token '{token}' does not do what it was asked for: {failed.Method} answers {failed.RV}. The documentation of "
                        + "its module says what that means.",
                    failed
                );
            }
        }
    }

    /// <summary>With a session that may have been lost meanwhile.</summary>
    private (bool Done, T Result) Tried<T>(Func<ISession, T> act, ISession session)
    {
        try
        {
            return (true, act(session));
        }
        catch (Pkcs11Exception lost)
            when (lost.RV
                    is CKR.CKR_SESSION_HANDLE_INVALID
                        or CKR.CKR_SESSION_CLOSED
                        or CKR.CKR_USER_NOT_LOGGED_IN
                        or CKR.CKR_TOKEN_NOT_PRESENT
                        or CKR.CKR_DEVICE_REMOVED
                        or CKR.CKR_DEVICE_ERROR
                        or CKR.CKR_KEY_HANDLE_INVALID
                        or CKR.CKR_OBJECT_HANDLE_INVALID
            )
        {
            _session = null;
            return (false, default!);
        }
    }

    private ISession Open()
    {
        _private.Clear();
        // A token locks itself after a few wrong PINs, and this is tried every few seconds.
        if (_refused is not null)
            throw new StorageUnusableException(_refused);
        var slots = library
            .GetSlotList(SlotsType.WithTokenPresent)
            .Select(slot => (Slot: slot, Token: slot.GetTokenInfo()))
            .Where(one => one.Token.TokenFlags.TokenInitialized)
            .Select(one => (one.Slot, Label: one.Token.Label.Trim()))
            .ToList();
        var there = slots.Where(one => one.Label == token).Select(one => one.Slot).ToList();
        if (there.Count != 1)
            throw new StorageUnusableException(
                there.Count > 1
                    ? $"{there.Count} tokens are called '{token}': give them different labels."
                    : $"There is no token '{token}'. --token-module has "
                        + $"{(slots.Count == 0 ? "none" : string.Join(", ", slots.Select(one => $"'{one.Label}'")))}."
            );
        var session = there[0].OpenSession(SessionType.ReadWrite);
        try
        {
            session.Login(CKU.CKU_USER, pin);
        }
        catch (Pkcs11Exception already) when (already.RV == CKR.CKR_USER_ALREADY_LOGGED_IN)
        {
            // By another session of this process; a login is the process' (5.6).
        }
        catch (Pkcs11Exception refused)
        {
            _refused =
                $"The token '{token}' refuses the PIN in --token-pin-file ({refused.RV}). It was tried once, because a token locks "
                + "itself after a few wrong PINs. Put the right one into the file and start again.";
            session.CloseSession();
            throw new StorageUnusableException(_refused, refused);
        }
        return session;
    }

    private StorageUnusableException Missing(byte[] id) =>
        new(
            $"The token '{token}' has no key pair with the id {Convert.ToHexStringLower(id)}. Restore the token from its backup; "
                + "docs/keys.md says what to do when there is none."
        );
}
