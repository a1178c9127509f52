using System.Net.Sockets;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Linux.SystemBus.Wire;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.SystemBus;

/// <summary>A peer on a real bus that owns names and sends whatever a test wants, well-behaved or not.</summary>
internal sealed class RawPeer : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private uint _serial;

    private RawPeer() { }

    /// <summary>Its unique name.</summary>
    public string Name { get; private set; } = "";

    public static async Task<RawPeer> JoinAsync(PrivateBus bus, string? own = null)
    {
        var peer = new RawPeer();
        await peer._socket.ConnectAsync(new UnixDomainSocketEndPoint(bus.Socket));
        await Authentication.RunAsync(peer._socket, CancellationToken.None);
        peer.Name = (await peer.AskAsync("Hello")).Body[0].AsText!;
        if (own is not null)
            Assert.Equal(1ul, (await peer.AskAsync("RequestName", BusValue.Of(own), BusValue.Of(0u))).Body[0].AsNumber);
        return peer;
    }

    /// <summary>Sends a signal; with a destination it goes only to that connection, whatever that connection subscribed to.</summary>
    public Task SignalAsync(string @interface, string member, IReadOnlyList<BusValue> body, string? destination = null) =>
        SendAsync(
            new BusMessage
            {
                Type = BusMessageType.Signal,
                Serial = ++_serial,
                Path = "/a/b",
                Interface = @interface,
                Member = member,
                Destination = destination,
                Body = body,
            }
        );

    /// <summary>Answers the next call with these values, or the caller's own.</summary>
    public async Task<BusMessage> AnswerAsync(IReadOnlyList<BusValue>? values = null, bool bigEndian = false)
    {
        var call = await NextAsync(message => message.Type == BusMessageType.Call);
        await SendAsync(
            new BusMessage
            {
                Type = BusMessageType.Return,
                Serial = ++_serial,
                ReplySerial = call.Serial,
                Destination = call.Sender,
                Body = values ?? call.Body,
            },
            bigEndian
        );
        return call;
    }

    /// <summary>Reads until a message matches.</summary>
    public async Task<BusMessage> NextAsync(Predicate<BusMessage> fits)
    {
        while (true)
        {
            var message = await ReadAsync();
            if (fits(message))
                return message;
        }
    }

    /// <summary>Calls a method of any peer.</summary>
    public async Task<BusMessage> CallAsync(string destination, string member, params BusValue[] arguments)
    {
        var serial = ++_serial;
        await SendAsync(
            new BusMessage
            {
                Type = BusMessageType.Call,
                Serial = serial,
                Destination = destination,
                Path = "/a",
                Interface = "a.b",
                Member = member,
                Body = arguments,
            }
        );
        return await NextAsync(message => message.ReplySerial == serial);
    }

    public void Dispose() => _socket.Dispose();

    private async Task<BusMessage> AskAsync(string member, params BusValue[] arguments)
    {
        var serial = ++_serial;
        await SendAsync(
            new BusMessage
            {
                Type = BusMessageType.Call,
                Serial = serial,
                Destination = BusNames.Bus,
                Path = "/org/freedesktop/DBus",
                Interface = BusNames.Bus,
                Member = member,
                Body = arguments,
            }
        );
        return await NextAsync(message => message.ReplySerial == serial);
    }

    private async Task SendAsync(BusMessage message, bool bigEndian = false) => await _socket.SendAsync(message.Write(bigEndian));

    private async Task<BusMessage> ReadAsync()
    {
        var prologue = new byte[BusMessage.Prologue];
        await FillAsync(prologue, 0);
        var bytes = new byte[BusMessage.LengthOf(prologue)];
        prologue.CopyTo(bytes, 0);
        await FillAsync(bytes, prologue.Length);
        return BusMessage.Read(bytes);
    }

    private async Task FillAsync(byte[] buffer, int filled)
    {
        while (filled < buffer.Length)
        {
            var read = await _socket.ReceiveAsync(buffer.AsMemory(filled));
            Assert.NotEqual(0, read);
            filled += read;
        }
    }
}
