using System.Text;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control.Keys;

/// <summary>The contract of every kind of host key, wherever its private half is.</summary>
public abstract class HostKeyContract : IDisposable
{
    private protected string State { get; } = Directory.CreateTempSubdirectory("iwtune-keys-").FullName;

    private protected abstract IHostKeys Keys { get; }

    private protected abstract string Kind { get; }

    [Fact]
    public void A_key_that_was_made_signs_and_so_does_the_same_key_opened_again()
    {
        var (made, problem) = Keys.Make();
        Assert.Equal("", problem);
        using var first = made!;
        using var again = Keys.Open(first.Name).Key!;

        Assert.Equal((Kind, first.PublicKey), (again.Kind, again.PublicKey));
        foreach (var key in new[] { first, again, first })
            Assert.True(Fits(key, "text"));
        Assert.False(SigningKeys.Fits(new("", first.PublicKey), "text"u8.ToArray(), first.Sign("another text"u8).Signature!));
        Assert.True(
            HostProof.Read(
                new HostProof("n", "AAAAAAAAAAE=", HostKeys.Digest([]), Convert.ToBase64String(first.Sign("x"u8).Signature!)).ToString()
            )
                is not null
        );
    }

    [Fact]
    public void A_second_key_leaves_the_first_as_it_is_until_that_is_removed()
    {
        using var first = Keys.Make().Key!;
        using var second = Keys.Make().Key!;
        Assert.NotEqual(first.PublicKey, second.PublicKey);
        using (var opened = Keys.Open(first.Name).Key)
            Assert.True(Fits(opened!, "text"));

        Keys.KeepOnly(second.Name);

        Assert.Equal([second.Name], Directory.GetFiles(State).Select(Path.GetFileName));
        Assert.Contains("missing", Keys.Open(first.Name).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_its_owner_may_read_its_file()
    {
        using var key = Keys.Make().Key!;
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(State, key.Name)));
    }

    [Fact]
    public void One_that_is_lost_or_damaged_says_so_and_names_the_way_out()
    {
        using var key = Keys.Make().Key!;
        foreach (var damaged in new[] { "", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "hello" })
        {
            File.WriteAllText(Path.Combine(State, key.Name), damaged);
            var (opened, problem) = Keys.Open(key.Name);
            Assert.Null(opened);
            Assert.Contains("damaged", problem, StringComparison.Ordinal);
            Assert.Contains("iwtune enroll --again", problem, StringComparison.Ordinal);
        }
        File.Delete(Path.Combine(State, key.Name));
        Assert.Contains("iwtune enroll --again", Keys.Open(key.Name).Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_directory_that_takes_nothing_gives_no_key_and_says_why()
    {
        Directory.Delete(State);
        File.WriteAllText(State, "in its place");
        var (key, problem) = Keys.Make();
        Assert.Null(key);
        Assert.Contains("cannot be written", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Several_threads_sign_with_one_key()
    {
        using var key = Keys.Make().Key!;
        Parallel.For(0, 16, i => Assert.True(Fits(key, $"text {i}")));
    }

    public virtual void Dispose()
    {
        if (File.Exists(State))
            File.Delete(State);
        else
            Directory.Delete(State, recursive: true);
        GC.SuppressFinalize(this);
    }

    private static bool Fits(IHostKey key, string text) =>
        SigningKeys.Fits(new("", key.PublicKey), Encoding.UTF8.GetBytes(text), key.Sign(Encoding.UTF8.GetBytes(text)).Signature ?? []);
}
